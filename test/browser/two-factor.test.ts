import { mkdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { MemoryAdapter } from 'latchkey/adapters/memory'
import { NodeAuth } from 'latchkey/node'
import Passkey from 'latchkey/providers/passkey'
import { skipNotifications, twoFactor } from 'latchkey/two-factor'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { computeCode } from '../plugins/two-factor/two-factor-app.js'
import { startChromium } from '../support/chromium.js'
import { selectStrategies } from '../support/fire.js'
import { type ServedApp, serve } from '../support/serve.js'
import { submitIdentifier } from '../support/sign-in-form.js'
import { addVirtualAuthenticator } from '../support/virtual-authenticator.js'
import { findViolations } from './pages/accessibility-audit.js'

const email = 'ada@example.com'
const password = 'correct horse'

describe.each(selectStrategies('database'))(
  'two-factor authentication in Chromium with the %s strategy',
  strategy => {
    let browser: Browser
    let server: ServedApp
    let store: ReturnType<typeof MemoryAdapter>
    let isRequired: boolean
    const contexts: BrowserContext[] = []

    const listen = () =>
      NodeAuth({
        secret: 'a secret of more than 32 characters!',
        trustHost: true,
        adapter: store,
        session: { strategy },
        providers: [
          {
            id: 'credentials',
            name: 'Password',
            type: 'credentials',
            amr: ['pwd'],
            credentials: { email: {}, password: { type: 'password' } },
            authorize: async fields => (fields['password'] === password ? store.getUserByEmail(email) : null),
          },
          Passkey({
            verifyAuthenticationOptions: { requireUserVerification: false },
            verifyRegistrationOptions: { requireUserVerification: false },
          }),
        ],
        plugins: [twoFactor({ issuer: 'Acme', notify: skipNotifications, required: () => isRequired })],
        logger: { error() {}, warn() {}, debug() {} },
      })

    beforeAll(async () => {
      browser = await startChromium()
      server = await serve((req, res) =>
        req.url?.startsWith('/auth/') ? void listen()(req, res) : void res.end('home'),
      )
    })

    beforeEach(async () => {
      store = MemoryAdapter()
      isRequired = false
      await store.createUser({ id: 'ada-1', name: 'Ada', email, emailVerified: null })
      return async () => {
        await Promise.all(contexts.splice(0).map(context => context.close()))
      }
    })

    afterAll(async () => {
      await browser?.close()
      await server?.close()
    })

    async function open(options: { javaScriptEnabled?: boolean } = {}): Promise<Page> {
      const context = await browser.newContext({
        baseURL: server.origin,
        reducedMotion: 'reduce',
        ...options,
      })
      contexts.push(context)
      return context.newPage()
    }

    async function signIn(page: Page): Promise<void> {
      await page.goto('/auth/signin?callbackUrl=/home')
      await submitIdentifier(page, email)
      await page.fill('#input-password-for-credentials-provider', password)
      await page.click('form[action$="/callback/credentials"] button')
    }

    /** Sets up an app on the page that is open. Returns its secret and the recovery codes. */
    async function setUpApp(page: Page) {
      const secret = (await page.textContent('.key')) ?? ''
      await page.fill('#code', computeCode(secret))
      await page.click('button[type=submit]')
      await page.waitForSelector('.codes')
      const recoveryCodes = await page.locator('.codes li').allTextContents()
      return { secret, recoveryCodes }
    }

    async function enroll(page: Page) {
      await signIn(page)
      await page.waitForURL('**/home')
      await page.goto('/auth/two-factor/manage')
      await page.click('a.button')
      const result = await setUpApp(page)
      await page.click('a.button')
      await page.waitForURL('**/two-factor/manage')
      return result
    }

    async function expectSignedOut(page: Page): Promise<void> {
      expect(await (await page.request.get('/auth/session')).json()).toBeNull()
    }

    async function submitCode(page: Page, code: string): Promise<void> {
      await page.fill('#code', code)
      await page.click('button[type=submit]')
    }

    test.each([true, false])(
      'an app is set up, and its code is needed to sign in (JavaScript: %s)',
      async javaScriptEnabled => {
        const owner = await open({ javaScriptEnabled })
        const { secret, recoveryCodes } = await enroll(owner)
        expect(recoveryCodes).toHaveLength(10)
        const page = await open({ javaScriptEnabled })
        await signIn(page)
        await page.waitForURL('**/two-factor/verify?**')
        await expectSignedOut(page)
        await submitCode(page, '000000')
        expect(await page.textContent('[role=alert]')).toContain('not correct')
        await expectSignedOut(page)
        await submitCode(page, computeCode(secret, 1))
        await page.waitForURL('**/home')
        expect(await (await page.request.get('/auth/session')).json()).toMatchObject({ user: { email } })
      },
    )

    test('a recovery code signs in once, without JavaScript', async () => {
      const { recoveryCodes } = await enroll(await open())
      for (const isFirst of [true, false]) {
        const page = await open({ javaScriptEnabled: false })
        await signIn(page)
        await page.click('text=Use a recovery code')
        await submitCode(page, (recoveryCodes[0] ?? '').toLowerCase())
        if (isFirst) await page.waitForURL('**/home')
        else expect(await page.textContent('[role=alert]')).toContain('not correct')
      }
    })

    test('a remembered browser is not asked again', async () => {
      const { secret } = await enroll(await open())
      const page = await open()
      await signIn(page)
      await page.check('#remember')
      await submitCode(page, computeCode(secret, 1))
      await page.waitForURL('**/home')
      await page.goto('/auth/signout')
      await page.click('#submitButton')
      await signIn(page)
      await page.waitForURL('**/home')
      await page.goto('/auth/two-factor/manage')
      expect(await page.textContent('.card')).toContain('Devices that are not asked: 1')
      await page.click('text=Turn off')
      await page.waitForURL('**/two-factor/verify?**')
    })

    test('a user who needs a second factor sets it up during the sign-in', async () => {
      isRequired = true
      const page = await open({ javaScriptEnabled: false })
      await signIn(page)
      await page.waitForURL('**/two-factor/enroll?**')
      await expectSignedOut(page)
      await setUpApp(page)
      await page.click('a.button')
      await page.waitForURL('**/home')
      expect(await (await page.request.get('/auth/session')).json()).toMatchObject({ user: { email } })
    })

    test('a passkey is the second factor after a password', async () => {
      const page = await open()
      await addVirtualAuthenticator(page)
      await signIn(page)
      await page.waitForURL('**/home')
      await page.goto('/auth/signin?callbackUrl=/home')
      await page.click('[data-register]')
      await page.waitForURL(url => url.pathname === '/home')
      // The account has a passkey now, so a change needs it.
      await page.goto('/auth/two-factor/enroll')
      await page.waitForURL('**/two-factor/verify?**')
      await page.click('form[data-passkey] button')
      await page.waitForURL('**/two-factor/enroll')
      await setUpApp(page)
      await page.addInitScript(() => {
        PublicKeyCredential.isConditionalMediationAvailable = async () => false
      })
      await page.goto('/auth/signout')
      await page.click('#submitButton')
      await signIn(page)
      await page.waitForURL('**/two-factor/verify?**')
      await page.click('text=Use a passkey')
      await page.click('form[data-passkey] button')
      await page.waitForURL('**/home')
      expect(await (await page.request.get('/auth/session')).json()).toMatchObject({ user: { email } })
    })

    test('the app is replaced and removed on the page, after the second factor', async () => {
      const page = await open()
      await enroll(page)
      await page.click('text=Create new recovery codes')
      expect(await page.locator('.codes li').count()).toBe(10)
      await page.goto('/auth/two-factor/manage')
      await page.click('text=Turn off')
      await page.waitForURL('**/two-factor/remove')
      await page.click('text=Cancel')
      await page.waitForURL('**/two-factor/manage')
      expect(await page.textContent('.card')).toContain('is set up')
      await page.click('text=Turn off')
      await page.click('button:has-text("Turn off")')
      await page.waitForURL('**/two-factor/manage')
      expect(await page.textContent('.card')).toContain('is not set up')
    })

    test('recovery codes can be copied, downloaded and printed', async () => {
      const page = await open()
      await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
      await page.addInitScript(() => {
        window.print = () => document.body.setAttribute('data-printed', '')
      })
      const { recoveryCodes } = await enroll(page)
      expect(recoveryCodes).toHaveLength(10)
      await page.click('text=Create new recovery codes')
      const codes = (await page.locator('.codes li').allTextContents()).join('\n')
      await page.click('text=Copy')
      await page.waitForSelector('text=Copied')
      expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(codes)
      await page.click('text=Print')
      expect(await page.getAttribute('body', 'data-printed')).toBe('')
      const [download] = await Promise.all([page.waitForEvent('download'), page.click('text=Download')])
      expect(download.suggestedFilename()).toBe('recovery-codes.txt')
      expect(await readFile(await download.path(), 'utf8')).toContain(codes)
    })

    test('without JavaScript, recovery codes can be downloaded', async () => {
      const page = await open({ javaScriptEnabled: false })
      isRequired = true
      await signIn(page)
      await page.waitForURL('**/two-factor/enroll?**')
      const { recoveryCodes } = await setUpApp(page)
      expect(await page.locator('text=Copy').isVisible()).toBe(false)
      const [download] = await Promise.all([page.waitForEvent('download'), page.click('text=Download')])
      expect(await readFile(await download.path(), 'utf8')).toContain(recoveryCodes.join('\n'))
    })

    test('axe finds no violation on any page, in any color scheme or direction', async () => {
      const shots = process.env['TWO_FACTOR_SHOTS']
      if (shots) mkdirSync(shots, { recursive: true })
      const page = await open()
      const audit = async (name: string) => {
        for (const colorScheme of ['light', 'dark'] as const) {
          await page.emulateMedia({ colorScheme })
          expect(await findViolations(page)).toEqual([])
          if (shots) await page.screenshot({ path: `${shots}/${name}-${colorScheme}.png`, fullPage: true })
        }
      }
      await signIn(page)
      await page.waitForURL('**/home')
      await page.goto('/auth/two-factor/manage')
      await audit('manage-off')
      await page.click('a.button')
      await audit('enroll')
      await page.fill('#code', '000000')
      await page.click('button[type=submit]')
      await audit('enroll-wrong')
      const { secret } = await setUpApp(page)
      await audit('recovery-codes')
      await page.click('a.button')
      await audit('manage-on')
      await page.click('text=Turn off')
      await audit('remove')
      const other = await open()
      await signIn(other)
      await page.context().clearCookies()
      await signIn(page)
      await page.waitForURL('**/two-factor/verify?**')
      await audit('verify')
      await submitCode(page, '000000')
      await audit('verify-wrong')
      const url = page.url()
      await page.click('text=Use a recovery code')
      await audit('verify-recovery')
      await page.context().setExtraHTTPHeaders({ 'accept-language': 'ar' })
      await page.reload()
      await audit('verify-recovery-ar')
      expect(await page.getAttribute('html', 'dir')).toBe('rtl')
      expect([url, secret]).not.toContain('')
    })
  },
)
