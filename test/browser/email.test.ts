import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startChromium } from '../support/chromium.js'
import { selectStrategies } from '../support/fire.js'
import { type Playground, readUserId, startPlayground } from '../support/playground.js'
import { submitIdentifier } from '../support/sign-in-form.js'
import { type ReceivedEmail, startSmtpServer } from '../support/smtp-server.js'

const email = 'jean@example.com'

describe.each(selectStrategies('database'))('email sign-in in Chromium with the %s strategy', strategy => {
  let sink: Awaited<ReturnType<typeof startSmtpServer>>
  let playground: Playground
  let browser: Browser
  let context: BrowserContext
  let page: Page

  beforeAll(async () => {
    sink = await startSmtpServer()
    playground = await startPlayground(strategy, sink.url)
    browser = await startChromium()
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

  /** Requests an email, waits for the verify-request page and returns the received email. */
  async function requestEmail(provider: 'link' | 'code'): Promise<ReceivedEmail> {
    const before = sink.emails.length
    await page.goto('/auth/signin?callbackUrl=/account')
    await submitIdentifier(page, email)
    await page.click(`form[action$="/signin/${provider}"] button`)
    await page.waitForURL(/verify-request/)
    expect(sink.emails).toHaveLength(before + 1)
    expect(sink.getLatestEmail().recipients).toEqual([email])
    return sink.getLatestEmail()
  }

  async function openEmail({ text = '' }: ReceivedEmail, tab = page): Promise<void> {
    await tab.goto(/^http\S+$/m.exec(text)?.[0] ?? 'no link')
  }

  async function submitCode(code: string): Promise<void> {
    await page.fill('[name=token]', code)
    await page.keyboard.press('Enter')
  }

  async function signOut(): Promise<void> {
    await page.goto('/auth/signout?callbackUrl=/')
    await page.click('#submitButton')
    await page.waitForURL(`${playground.origin}/`)
  }

  async function isSignedIn(tab = page): Promise<boolean> {
    await tab.goto('/account')
    return new URL(tab.url()).pathname === '/account'
  }

  test('a user requests a magic link, opens it, is signed in and signs out', async () => {
    await openEmail(await requestEmail('link'))
    expect(page.url()).toBe(`${playground.origin}/account`)
    expect(await page.textContent('body')).toContain(email)
    await signOut()
    expect(await isSignedIn()).toBe(false)
  })

  test('a magic link opened in another browser shows a confirmation page and signs in after one click', async () => {
    const received = await requestEmail('link')
    const other = await browser.newContext({ baseURL: playground.origin })
    const tab = await other.newPage()
    for (const opener of ['a link preview', 'the user']) {
      await openEmail(received, tab)
      expect(await tab.textContent('h1'), opener).toMatch(/finish signing in/i)
      expect(await tab.textContent('body')).toContain(email)
    }
    expect(await tab.getByRole('button').count()).toBe(1)
    await tab.getByRole('button').click()
    await tab.waitForURL(`${playground.origin}/account`)
    expect(await isSignedIn(tab)).toBe(true)
    expect(await isSignedIn(page)).toBe(false)
    await other.close()
  })

  test('a magic link works only once', async () => {
    const received = await requestEmail('link')
    await openEmail(received)
    await signOut()
    await openEmail(received)
    expect(page.url()).toContain('error=Verification')
    expect(await isSignedIn()).toBe(false)
  })

  test('a wrong one-time code shows an error at the field, and the correct code still signs in', async () => {
    const { text = '' } = await requestEmail('code')
    const code = /^\d{4} \d{4}$/m.exec(text)?.[0] ?? 'no code'
    await submitCode(code.replace(/\d$/, last => String((Number(last) + 1) % 10)))
    await page.getByRole('alert').waitFor()
    expect(await page.getByRole('alert').isVisible()).toBe(true)
    expect(await page.getAttribute('[name=token]', 'aria-invalid')).toBe('true')
    await submitCode(code)
    await page.waitForURL(`${playground.origin}/account`)
    expect(await page.textContent('body')).toContain(email)
    await signOut()
    expect(await isSignedIn()).toBe(false)
  })

  test('a magic link and a one-time code for the same email sign in the same user', async () => {
    const users: string[] = []
    for (const provider of ['link', 'code'] as const) {
      const received = await requestEmail(provider)
      if (provider === 'link') await openEmail(received)
      else await submitCode(/^\d{4} \d{4}$/m.exec(received.text ?? '')?.[0] ?? 'no code')
      await page.waitForURL(`${playground.origin}/account`)
      users.push(await readUserId(page))
      await signOut()
    }
    expect(users[1]).toBe(users[0])
  })

  test('the sign-in page lists the last used provider first', async () => {
    await page.goto('/auth/signin')
    expect(await page.getAttribute('form >> nth=0', 'action')).toMatch(/signin\/harbor$/)
    await openEmail(await requestEmail('link'))
    await signOut()
    await page.goto('/auth/signin')
    expect(await page.getAttribute('form >> nth=0', 'action')).toMatch(/\/auth\/signin$/)
    await submitIdentifier(page, email)
    expect(await page.getAttribute('form >> nth=0', 'action')).toMatch(/signin\/link$/)
    await openEmail(await requestEmail('link'))
    expect(await isSignedIn()).toBe(true)
  })
})
