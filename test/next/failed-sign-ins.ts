import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startChromium } from '../support/chromium.js'
import type { Serving } from './next-versions.js'

const failures = [
  ['a mistyped email address', 'signInWithEmail', 'ada@', 'EmailSignin'],
  ['an email server that does not answer', 'signInWithEmail', 'ada@example.com', 'EmailSignin'],
  ['a provider that does not answer', 'signInWithSilent', null, 'OAuthSignin'],
] as const

/** Registers tests of server actions that call `signIn` without `try` and `catch`, in a browser. */
export function testFailedSignIns(getSite: () => Serving): void {
  describe('a server action without `try` and `catch`', () => {
    let browser: Browser

    beforeAll(async () => {
      browser = await startChromium()
    })

    afterAll(() => browser?.close())

    /** Submits a form. Returns the page that the browser shows then. */
    async function submitForm(form: string, email: string | null, javaScriptEnabled: boolean) {
      const context = await browser.newContext({ javaScriptEnabled })
      const page = await context.newPage()
      await page.goto(`${getSite().origin}/failing`, { waitUntil: 'networkidle' })
      if (email !== null) await page.locator(`#${form} [name=email]`).fill(email)
      await page.locator(`#${form} button`).click()
      await page.waitForURL(url => url.pathname !== '/failing' || url.search !== '')
      return page
    }

    describe.each([
      ['with', true],
      ['without', false],
    ])('%s JavaScript', (_, javaScriptEnabled) => {
      test.each(failures)('shows the sign-in page for %s', async (_, form, email, error) => {
        const page = await submitForm(form, email, javaScriptEnabled)
        const { pathname, searchParams } = new URL(page.url())
        expect([pathname, searchParams.get('error')]).toEqual(['/failing/auth/signin', error])
        expect(await page.getByRole('alert').textContent()).not.toBe('')
        expect(await page.locator('[name=email]').count()).toBe(1)
        await page.context().close()
      })
    })

    test('gets the URL of the sign-in page with `redirect: false`', async () => {
      const page = await submitForm('signInWithoutRedirect', 'ada@', true)
      const returned = new URL(page.url()).searchParams.get('url')
      expect(returned).toBe(`${getSite().origin}/failing/auth/signin?error=EmailSignin`)
      await page.context().close()
    })
  })
}
