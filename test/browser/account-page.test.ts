import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { launchChromium } from '../support/chromium.js'
import { plugIn } from '../support/device.js'
import { mailbox } from '../support/mailbox.js'
import { type Playground, startPlayground } from '../support/playground.js'

describe.each(['jwt', 'database'] as const)('the account page, sessions in the %s strategy', strategy => {
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
    await plugIn(page)
  })

  afterEach(() => context.close())

  afterAll(async () => {
    await browser?.close()
    await playground?.dispose()
    await sink?.close()
  })

  async function createPasskey(address: string): Promise<void> {
    await page.goto('/auth/signin?callbackUrl=/account')
    await page.fill('#input-email-for-passkey-provider', address)
    await page.click('[data-register]')
    await page.waitForURL(`${playground.origin}/account`)
  }

  async function comeByMail(address: string): Promise<void> {
    await page.goto('/auth/signin?callbackUrl=/account')
    await page.fill('#input-email-for-link-provider', address)
    await page.press('#input-email-for-link-provider', 'Enter')
    await page.waitForURL(/verify-request/)
    await page.goto(/^http\S+$/m.exec(sink.mail().text ?? '')?.[0] ?? 'no link')
    expect(page.url()).toBe(`${playground.origin}/account`)
  }

  async function addPasskey(): Promise<void> {
    const before = await passkeys().count()
    await page.getByRole('button', { name: 'Add a passkey' }).click()
    await passkeys().nth(before).waitFor()
  }

  async function signOut(): Promise<void> {
    await page.goto('/auth/signout?callbackUrl=/')
    await page.click('#submitButton')
    await page.waitForURL(`${playground.origin}/`)
  }

  function passkeys() {
    return page.locator('tr:has(code[title])')
  }

  /** The device agrees at once to what the address field offers. */
  async function signInWithPasskey(): Promise<void> {
    await page.goto('/auth/signin?callbackUrl=/account')
    await page.waitForURL(`${playground.origin}/account`)
  }

  test('somebody new creates a passkey, signs out and comes back with it', async () => {
    await createPasskey('new@example.com')
    expect(await page.textContent('body')).toContain('new@example.com')
    expect(await passkeys().allTextContents()).toEqual([expect.stringMatching(/one device.*no/s)])

    await signOut()
    const shown = await (await page.request.get('/auth/signin')).text()
    expect(/<form[^>]+action="([^"]+)"/.exec(shown)?.[1]).toMatch(/callback\/passkey$/)
    await signInWithPasskey()
    expect(await page.textContent('body')).toContain('new@example.com')
  })

  test('who came by mail adds a passkey, and comes back with it', async () => {
    await comeByMail('mail@example.com')
    expect(await passkeys().count()).toBe(0)
    await addPasskey()
    const [before] = await page.locator('pre').allTextContents()
    await signOut()
    await signInWithPasskey()
    expect(await page.textContent('body')).toContain('mail@example.com')
    expect(idIn(await page.textContent('pre'))).toBe(idIn(before ?? null))
  })

  test('a device that has a passkey already makes no second one, and the page says so', async () => {
    await createPasskey('twice@example.com')
    await page.getByRole('button', { name: 'Add a passkey' }).click()
    await page.getByRole('alert').waitFor()
    expect(await page.getByRole('alert').isVisible()).toBe(true)
    expect(await passkeys().count()).toBe(1)
  })

  test('a passkey that was removed signs nobody in', async () => {
    await comeByMail('removes@example.com')
    await addPasskey()
    await page.getByRole('button', { name: 'Remove' }).click()
    await passkeys().waitFor({ state: 'detached' })
    expect(await page.textContent('body')).toContain('removes@example.com')

    await signOut()
    await page.goto('/auth/signin?callbackUrl=/account')
    await page.waitForURL(/error=/)
    await page.goto('/account')
    expect(new URL(page.url()).pathname).toBe('/auth/signin')
  })

  test('nobody removes their last way in', async () => {
    await createPasskey('last@example.com')
    expect(await page.getByRole('button', { name: 'Remove' }).count()).toBe(0)
    expect(await passkeys().textContent()).toContain('your last way in')

    await remove(page, await idOf(page))
    await page.goto('/account')
    expect(await passkeys().count()).toBe(1)
  })

  test('nobody removes what is somebody else’s, or by a form that is not of this site', async () => {
    await comeByMail('careful@example.com')
    await addPasskey()
    const id = await idOf(page)
    expect((await remove(page, id, 'cross-site')).status()).toBe(403)

    await signOut()
    const other = await browser.newContext({ baseURL: playground.origin })
    const stranger = await other.newPage()
    await plugIn(stranger)
    await stranger.goto('/auth/signin?callbackUrl=/account')
    await stranger.fill('#input-email-for-credentials-provider', 'ada@example.com')
    await stranger.fill('[name=password]', 'latchkey-demo')
    await stranger.keyboard.press('Enter')
    await stranger.waitForURL(`${playground.origin}/account`)
    await stranger.getByRole('button', { name: 'Add a passkey' }).click()
    await stranger.getByRole('button', { name: 'Remove' }).waitFor()
    expect((await remove(stranger, id)).status()).toBe(200)
    await other.close()

    await signInWithPasskey()
    expect(await passkeys().count()).toBe(1)
  })
})

/** The id of the one passkey on the page. */
async function idOf(page: Page): Promise<string> {
  return (await page.locator('code[title]').getAttribute('title')) ?? 'no passkey'
}

/** Sends the form of the account page, also where the page does not offer it. */
function remove(page: Page, id: string, site = 'same-origin') {
  return page.request.post('/account', { form: { remove: id }, headers: { 'sec-fetch-site': site } })
}

function idIn(text: string | null): string {
  return /"id": "([^"]+)"/.exec(text ?? '')?.[1] ?? 'no id'
}
