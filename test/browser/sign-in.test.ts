import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { launchChromium } from '../support/chromium.js'
import { type Playground, startPlayground } from '../support/playground.js'

const password = 'latchkey-demo'

describe.each(['jwt', 'database'] as const)(
  'a person with a browser, sessions in the %s strategy',
  strategy => {
    let browser: Browser
    let playground: Playground
    let context: BrowserContext
    let page: Page

    beforeAll(async () => {
      playground = await startPlayground(strategy)
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
    })

    test('signs in at an OpenID provider with login and consent, reloads, signs out and is out', async () => {
      await page.goto('/protected')
      expect(new URL(page.url()).pathname).toBe('/auth/signin')
      await signInAtHarbor(page)
      await page.waitForURL(`${playground.origin}/protected`)

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

    test('signs in with a password, and stays signed in when the server restarts', async () => {
      await page.goto('/auth/signin?callbackUrl=/account')
      await typePassword(page, password)
      await page.waitForURL(`${playground.origin}/account`)
      expect(await page.textContent('body')).toContain('ada@example.com')

      await playground.restart()
      await page.reload()
      expect(await page.textContent('body')).toContain('ada@example.com')
    })

    test('reads why a wrong password did not work, and may try again', async () => {
      await page.goto('/auth/signin?callbackUrl=/account')
      await typePassword(page, 'not the password')
      await page.waitForURL(/error=CredentialsSignin/)
      const alert = page.getByRole('alert')
      expect(await alert.isVisible()).toBe(true)
      expect(await alert.textContent()).toMatch(/check|correct|match/i)
      await typePassword(page, password)
      await page.waitForURL(`${playground.origin}/account`)
    })

    test('reads that nothing happened when consent was refused', async () => {
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

    test('gets cookies that scripts cannot read and other sites cannot use', async () => {
      await page.goto('/auth/signin')
      await typePassword(page, password)
      await page.waitForURL(url => !url.pathname.startsWith('/auth'))
      const cookies = new Map((await context.cookies()).map(cookie => [cookie.name, cookie]))
      const names = ['authjs.session-token', 'authjs.csrf-token', 'authjs.callback-url']
      for (const name of names) {
        expect(cookies.get(name)).toMatchObject({ httpOnly: true, sameSite: 'Lax', path: '/', secure: false })
      }
      expect(cookies.get('authjs.session-token')?.expires).toBeGreaterThan(Date.now() / 1000 + 29 * 86400)
      expect(await page.evaluate(() => document.cookie)).toBe('')
    })

    // One after the other at the provider, which keeps one session per browser; both are under way before one is back.
    test('signs in through two tabs at the same time', async () => {
      const other = await context.newPage()
      for (const tab of [page, other]) await tab.goto('/auth/signin?callbackUrl=/account')
      for (const tab of [page, other]) await tab.click('text=Sign in with Harbor')
      for (const tab of [other, page]) {
        await arriveFromHarbor(tab)
        await tab.waitForURL(`${playground.origin}/account`)
        expect(await tab.textContent('body')).toContain('grace@example.com')
      }
    })
  },
)

async function signInAtHarbor(page: Page): Promise<void> {
  await page.click('text=Sign in with Harbor')
  await arriveFromHarbor(page)
}

async function arriveFromHarbor(page: Page): Promise<void> {
  await logInAtHarbor(page)
  await page.getByRole('button', { name: 'Allow' }).click()
}

async function logInAtHarbor(page: Page): Promise<void> {
  await page.fill('[name=email]', 'grace@example.com')
  await page.fill('[name=password]', password)
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('button', { name: 'Allow' }).waitFor()
}

async function typePassword(page: Page, typed: string): Promise<void> {
  await page.fill('#input-email-for-credentials-provider', 'ada@example.com')
  await page.fill('[name=password]', typed)
  await page.click('form[action$="/callback/credentials"] button')
}
