import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { launchChromium } from '../support/chromium.js'
import { type Arrived, mailbox } from '../support/mailbox.js'
import { type Playground, startPlayground } from '../support/playground.js'

const address = 'jean@example.com'

describe.each(['jwt', 'database'] as const)('mail in Chromium, sessions in the %s strategy', strategy => {
  let sink: Awaited<ReturnType<typeof mailbox>>
  let playground: Playground
  let browser: Browser
  let context: BrowserContext
  let page: Page

  beforeAll(async () => {
    sink = await mailbox()
    playground = await startPlayground(strategy, sink.url)
    browser = await launchChromium()
  })

  beforeEach(async () => {
    context = await browser.newContext({ baseURL: playground.origin })
    page = await context.newPage()
  })

  afterEach(() => context.close())

  afterAll(async () => {
    await browser?.close()
    await playground?.dispose()
    await sink?.close()
  })

  /** Types the address, waits where one waits, and reads what came. */
  async function askFor(provider: 'link' | 'code'): Promise<Arrived> {
    const before = sink.mails.length
    await page.goto('/auth/signin?callbackUrl=/account')
    await page.fill(`#input-email-for-${provider}-provider`, address)
    await page.keyboard.press('Enter')
    await page.waitForURL(/verify-request/)
    expect(sink.mails).toHaveLength(before + 1)
    expect(sink.mail().recipients).toEqual([address])
    return sink.mail()
  }

  async function arrive({ text = '' }: Arrived, tab = page): Promise<void> {
    await tab.goto(/^http\S+$/m.exec(text)?.[0] ?? 'no link')
  }

  async function type(code: string): Promise<void> {
    await page.fill('[name=token]', code)
    await page.keyboard.press('Enter')
  }

  async function signOut(): Promise<void> {
    await page.goto('/auth/signout?callbackUrl=/')
    await page.click('#submitButton')
    await page.waitForURL(`${playground.origin}/`)
  }

  async function isIn(tab = page): Promise<boolean> {
    await tab.goto('/account')
    return new URL(tab.url()).pathname === '/account'
  }

  test('somebody asks for a link, follows it and is in, until they sign out', async () => {
    await arrive(await askFor('link'))
    expect(page.url()).toBe(`${playground.origin}/account`)
    expect(await page.textContent('body')).toContain(address)
    await signOut()
    expect(await isIn()).toBe(false)
  })

  test('a link that is opened in another browser asks first, and signs in after one click', async () => {
    const mail = await askFor('link')
    const other = await browser.newContext({ baseURL: playground.origin })
    const tab = await other.newPage()
    for (const look of ['a preview', 'a person']) {
      await arrive(mail, tab)
      expect(await tab.textContent('h1'), look).toMatch(/finish signing in/i)
      expect(await tab.textContent('body')).toContain(address)
    }
    expect(await tab.getByRole('button').count()).toBe(1)
    await tab.getByRole('button').click()
    await tab.waitForURL(`${playground.origin}/account`)
    expect(await isIn(tab)).toBe(true)
    expect(await isIn(page)).toBe(false)
    await other.close()
  })

  test('a link works once', async () => {
    const mail = await askFor('link')
    await arrive(mail)
    await signOut()
    await arrive(mail)
    expect(page.url()).toContain('error=Verification')
    expect(await isIn()).toBe(false)
  })

  test('a wrong code says so where it was typed, and the right one still signs in', async () => {
    const { text = '' } = await askFor('code')
    const code = /^\d{4} \d{4}$/m.exec(text)?.[0] ?? 'no code'
    await type(code.replace(/\d$/, last => String((Number(last) + 1) % 10)))
    await page.getByRole('alert').waitFor()
    expect(await page.getByRole('alert').isVisible()).toBe(true)
    expect(await page.getAttribute('[name=token]', 'aria-invalid')).toBe('true')
    await type(code)
    await page.waitForURL(`${playground.origin}/account`)
    expect(await page.textContent('body')).toContain(address)
    await signOut()
    expect(await isIn()).toBe(false)
  })

  test('a link and a code for one address lead to one account', async () => {
    const accounts: (string | null)[] = []
    for (const provider of ['link', 'code'] as const) {
      const mail = await askFor(provider)
      if (provider === 'link') await arrive(mail)
      else await type(/^\d{4} \d{4}$/m.exec(mail.text ?? '')?.[0] ?? 'no code')
      await page.waitForURL(`${playground.origin}/account`)
      accounts.push(/"id": "([^"]+)"/.exec((await page.textContent('pre')) ?? '')?.[1] ?? null)
      await signOut()
    }
    expect(accounts[0]).toBeTruthy()
    expect(accounts[1]).toBe(accounts[0])
  })

  test('the way in that was taken last stands above the others the next time', async () => {
    await page.goto('/auth/signin')
    expect(await page.getAttribute('form >> nth=0', 'action')).toMatch(/signin\/harbor$/)
    await arrive(await askFor('link'))
    await signOut()
    await page.goto('/auth/signin')
    expect(await page.getAttribute('form >> nth=0', 'action')).toMatch(/signin\/link$/)
    await arrive(await askFor('link'))
    expect(await isIn()).toBe(true)
  })
})
