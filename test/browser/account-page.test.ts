import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startChromium } from '../support/chromium.js'
import { selectStrategies } from '../support/fire.js'
import { type Playground, readUserId, startPlayground } from '../support/playground.js'
import { submitIdentifier } from '../support/sign-in-form.js'
import { startSmtpServer } from '../support/smtp-server.js'
import { addVirtualAuthenticator } from '../support/virtual-authenticator.js'

describe.each(selectStrategies('database'))('the account page with the %s strategy', strategy => {
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
    await addVirtualAuthenticator(page)
  })

  afterEach(() => context.close())

  afterAll(async () => {
    await browser?.close()
    await playground?.dispose()
    await sink?.close()
  })

  async function createPasskey(email: string): Promise<void> {
    await page.goto('/auth/signin?callbackUrl=/account')
    await submitIdentifier(page, email)
    await page.click('[data-register]')
    await page.waitForURL(`${playground.origin}/account`)
  }

  async function signInByEmail(email: string): Promise<void> {
    await page.goto('/auth/signin?callbackUrl=/account')
    await submitIdentifier(page, email)
    await page.click('form[action$="/signin/link"] button')
    await page.waitForURL(/verify-request/)
    await page.goto(/^http\S+$/m.exec(sink.getLatestEmail().text ?? '')?.[0] ?? 'no link')
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
    return page.locator('[data-passkey]')
  }

  /** The virtual authenticator accepts the passkey that autofill offers in the email field. */
  async function signInWithPasskey(): Promise<void> {
    await page.goto('/auth/signin?callbackUrl=/account')
    await page.waitForURL(`${playground.origin}/account`)
  }

  test('a new user creates a passkey, signs out and signs in with it', async () => {
    await createPasskey('new@example.com')
    expect(await page.textContent('body')).toContain('new@example.com')
    expect(await passkeys().allTextContents()).toEqual([
      expect.stringMatching(/one device, without a backup/),
    ])

    await signOut()
    const shown = await (await page.request.get('/auth/signin')).text()
    expect(/<form[^>]+action="([^"]+)"/.exec(shown)?.[1]).toMatch(/\/auth\/signin$/)
    await signInWithPasskey()
    expect(await page.textContent('body')).toContain('new@example.com')
  })

  test('a user who signed in by email adds a passkey and signs in with it', async () => {
    await signInByEmail('mail@example.com')
    expect(await passkeys().count()).toBe(0)
    await addPasskey()
    const before = await readUserId(page)
    await signOut()
    await signInWithPasskey()
    expect(await page.textContent('body')).toContain('mail@example.com')
    expect(await readUserId(page)).toBe(before)
  })

  test('an authenticator that already has a passkey of the user does not create another, and the page shows an error', async () => {
    await createPasskey('twice@example.com')
    await page.getByRole('button', { name: 'Add a passkey' }).click()
    await page.getByRole('alert').waitFor()
    expect(await page.getByRole('alert').isVisible()).toBe(true)
    expect(await passkeys().count()).toBe(1)
  })

  test('a removed passkey cannot be used to sign in', async () => {
    await signInByEmail('removes@example.com')
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

  async function signInWithPassword(tab: Page): Promise<void> {
    await tab.goto('/auth/signin?callbackUrl=/account')
    await submitIdentifier(tab, 'ada@example.com')
    await tab.fill('[name=password]', 'latchkey-demo')
    await tab.press('[name=password]', 'Enter')
    await tab.waitForURL(`${playground.origin}/account`)
  }

  test('a user signs out another browser', async () => {
    const phone = await browser.newContext({ baseURL: playground.origin })
    const tab = await phone.newPage()
    await signInWithPassword(tab)
    await signInWithPassword(page)
    await page.click('text=Sign out everywhere else')
    await page.locator('text=Sign out everywhere else').waitFor({ state: 'detached' })
    expect(await page.textContent('body')).toContain('This browser')
    await tab.goto('/account')
    expect(new URL(tab.url()).pathname).toBe('/auth/signin')
    await phone.close()
  })

  test('shows no second factor, and where to set one up', async () => {
    await signInByEmail('factor@example.com')
    await page.click('text=Set up an authenticator app')
    expect(new URL(page.url()).pathname).toBe('/auth/two-factor/manage')
  })

  test('a user who created a passkey confirms the email address, and may then remove the passkey', async () => {
    await createPasskey('confirms@example.com')
    await page.getByRole('link', { name: 'Confirm it' }).click()
    await page.click('button[type=submit]')
    await page.waitForURL(/passwords\/sent/)
    await page.goto(/^http\S+$/m.exec(sink.getLatestEmail().text ?? '')?.[0] ?? 'no link')
    await page.click('button[type=submit]')
    await page.waitForURL(`${playground.origin}/account`)
    expect(await page.textContent('body')).toContain('A link or a code to confirms@example.com')
    expect(await page.getByRole('button', { name: 'Remove' }).count()).toBe(1)
  })

  test('a user cannot remove their last sign-in method', async () => {
    await createPasskey('last@example.com')
    expect(await page.getByRole('button', { name: 'Remove' }).count()).toBe(0)
    expect(await passkeys().textContent()).toContain('Your last sign-in method')

    await remove(page, await readPasskeyId(page))
    await page.goto('/account')
    expect(await passkeys().count()).toBe(1)
  })

  test('a passkey cannot be removed by another user or by a cross-site form', async () => {
    await signInByEmail('careful@example.com')
    await addPasskey()
    const id = await readPasskeyId(page)
    expect((await remove(page, id, 'cross-site')).status()).toBe(403)

    await signOut()
    const other = await browser.newContext({ baseURL: playground.origin })
    const otherPage = await other.newPage()
    await addVirtualAuthenticator(otherPage)
    await otherPage.goto('/auth/signin?callbackUrl=/account')
    await submitIdentifier(otherPage, 'ada@example.com')
    await otherPage.fill('[name=password]', 'latchkey-demo')
    await otherPage.keyboard.press('Enter')
    await otherPage.waitForURL(`${playground.origin}/account`)
    await otherPage.getByRole('button', { name: 'Add a passkey' }).click()
    await otherPage.getByRole('button', { name: 'Remove' }).waitFor()
    expect((await remove(otherPage, id)).status()).toBe(200)
    await other.close()

    await signInWithPasskey()
    expect(await passkeys().count()).toBe(1)
  })
})

/** Reads the id of the only passkey on the page. */
async function readPasskeyId(page: Page): Promise<string> {
  return (await page.locator('[data-passkey]').getAttribute('data-passkey')) ?? 'no passkey'
}

/** Submits the form that removes a passkey, even if the page does not show it. */
function remove(page: Page, id: string, site = 'same-origin') {
  return page.request.post('/account', { form: { remove: id }, headers: { 'sec-fetch-site': site } })
}
