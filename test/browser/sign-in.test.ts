import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startChromium } from '../support/chromium.js'
import { selectStrategies } from '../support/fire.js'
import { type Playground, startPlayground } from '../support/playground.js'
import { submitIdentifier } from '../support/sign-in-form.js'

const password = 'latchkey-demo'

describe.each(selectStrategies('jwt'))('sign-in in Chromium with the %s strategy', strategy => {
  let browser: Browser
  let playground: Playground
  let context: BrowserContext
  let page: Page

  beforeAll(async () => {
    playground = await startPlayground(strategy)
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
  })

  test('signs in at an OpenID provider with login and consent, keeps the session on reload, and signs out', async () => {
    await page.goto('/notes')
    expect(new URL(page.url()).pathname).toBe('/auth/signin')
    await signInAtHarbor(page)
    await page.waitForURL(`${playground.origin}/notes`)

    await page.goto('/account')
    expect(await page.textContent('body')).toContain('grace@example.com')
    await page.reload()
    expect(await page.textContent('body')).toContain('grace@example.com')

    await page.goto('/auth/signout?callbackUrl=/')
    await page.click('#submitButton')
    await page.waitForURL(`${playground.origin}/`)
    await page.goto('/account')
    expect(new URL(page.url()).pathname).toBe('/auth/signin')
  })

  test('signs in with a password and keeps the session when the server restarts', async () => {
    await page.goto('/auth/signin?callbackUrl=/account')
    await submitPassword(page, password)
    await page.waitForURL(`${playground.origin}/account`)
    expect(await page.textContent('body')).toContain('ada@example.com')

    await playground.restart()
    await page.reload()
    expect(await page.textContent('body')).toContain('ada@example.com')
  })

  test('shows an error for a wrong password and accepts the correct one afterwards', async () => {
    await page.goto('/auth/signin?callbackUrl=/account')
    await submitPassword(page, 'not the password')
    const alert = page.getByRole('alert')
    await alert.waitFor()
    expect(await alert.textContent()).toContain('not correct')
    await submitPassword(page, password)
    await page.waitForURL(`${playground.origin}/account`)
  })

  test('shows an error and sets no session cookie if consent is denied', async () => {
    await page.goto('/auth/signin')
    await page.click('text=Sign in with Harbor')
    await logInAtHarbor(page)
    await page.getByRole('button', { name: 'Cancel' }).click()
    await page.waitForURL(/error=OAuthCallbackError/)
    expect(await page.getByRole('alert').isVisible()).toBe(true)
    expect(await context.cookies()).not.toContainEqual(
      expect.objectContaining({ name: 'authjs.session-token' }),
    )
  })

  test('sets cookies that are HttpOnly and SameSite', async () => {
    await page.goto('/auth/signin')
    await submitPassword(page, password)
    await page.waitForURL(url => !url.pathname.startsWith('/auth'))
    const cookies = new Map((await context.cookies()).map(cookie => [cookie.name, cookie]))
    const names = ['authjs.session-token', 'authjs.csrf-token', 'authjs.callback-url']
    for (const name of names) {
      expect(cookies.get(name)).toMatchObject({ httpOnly: true, sameSite: 'Lax', path: '/', secure: false })
    }
    expect(cookies.get('authjs.session-token')?.expires).toBeGreaterThan(Date.now() / 1000 + 29 * 86400)
    expect(await page.evaluate(() => document.cookie)).toBe('')
  })

  // Both sign-ins start before the first one returns. They log in at the provider one after the other, because it has one
  // session per browser.
  test('signs in in two tabs at the same time', async () => {
    const other = await context.newPage()
    for (const tab of [page, other]) await tab.goto('/auth/signin?callbackUrl=/account')
    for (const tab of [page, other]) await tab.click('text=Sign in with Harbor')
    for (const tab of [other, page]) {
      await returnFromHarbor(tab)
      await tab.waitForURL(`${playground.origin}/account`)
      expect(await tab.textContent('body')).toContain('grace@example.com')
    }
  })
})

async function signInAtHarbor(page: Page): Promise<void> {
  await page.click('text=Sign in with Harbor')
  await returnFromHarbor(page)
}

async function returnFromHarbor(page: Page): Promise<void> {
  await logInAtHarbor(page)
  await page.getByRole('button', { name: 'Allow' }).click()
}

async function logInAtHarbor(page: Page): Promise<void> {
  await page.fill('[name=email]', 'grace@example.com')
  await page.fill('[name=password]', password)
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('button', { name: 'Allow' }).waitFor()
}

async function submitPassword(page: Page, submitted: string): Promise<void> {
  if (await page.isVisible('[name=identifier]')) await submitIdentifier(page, 'ada@example.com')
  await page.fill('[name=password]', submitted)
  await page.press('[name=password]', 'Enter')
}
