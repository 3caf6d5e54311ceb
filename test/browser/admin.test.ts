import { mkdirSync } from 'node:fs'
import { MemoryAdapter } from 'latchkey/adapters/memory'
import { admin } from 'latchkey/admin'
import { NodeAuth } from 'latchkey/node'
import { skipNotifications, twoFactor } from 'latchkey/two-factor'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startChromium } from '../support/chromium.js'
import { selectStrategies } from '../support/fire.js'
import { type ServedApp, serve } from '../support/serve.js'
import { findViolations } from './pages/accessibility-audit.js'

const longName = 'Ada Augusta King-Noel, Countess of Lovelace, née Byron, '.repeat(3)

describe.each(selectStrategies('database'))(
  'the pages for staff in Chromium with the %s strategy',
  strategy => {
    let browser: Browser
    let server: ServedApp
    let store: ReturnType<typeof MemoryAdapter>
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
            amr: ['pwd', 'otp'],
            credentials: { email: {}, password: { type: 'password' } },
            authorize: async ({ email }) => store.getUserByEmail(String(email)),
          },
        ],
        plugins: [
          admin({
            isAdministrator: ({ id }) => id === 'grace',
            canImpersonate: ({ id }) => id === 'grace',
            columns: ['plan'],
          }),
          twoFactor({ notify: skipNotifications }),
        ],
        sendEmail: () => {},
        logger: { error() {}, warn() {}, debug() {} },
      })

    beforeAll(async () => {
      browser = await startChromium()
      server = await serve((req, res) =>
        req.url?.startsWith('/auth') ? void listen()(req, res) : void res.end('home'),
      )
    })

    beforeEach(async () => {
      store = MemoryAdapter()
      const users = { grace: 'Grace', ada: longName, bob: 'Bob' }
      for (const [id, name] of Object.entries(users))
        await store.createUser({ id, name, email: `${id}@example.com`, emailVerified: null })
      await store.updateUser({ id: 'ada', plan: 'enterprise' } as never)
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

    async function signIn(page: Page, email: string): Promise<void> {
      await page.goto('/auth/signin?callbackUrl=/auth/admin')
      await page.fill('#input-email-for-credentials-provider', email)
      await page.fill('#input-password-for-credentials-provider', 'any')
      await page.click('form[action$="/callback/credentials"] button')
    }

    const readName = async (page: Page) => {
      const session: unknown = await (await page.request.get('/auth/session')).json()
      return session && Object(Object(session).user).name
    }

    test('staff find a user, ban them, act as another one and stop, without JavaScript', async () => {
      const page = await open({ javaScriptEnabled: false })
      await signIn(page, 'grace@example.com')
      await page.waitForURL('**/auth/admin')
      expect(await page.locator('.users li').count()).toBe(3)
      await page.fill('#search', 'bob')
      await page.click('.search button')
      expect(await page.locator('.users li').count()).toBe(1)
      await page.click('.users a')
      await page.click('text=Suspend the account')
      await page.fill('#ban-reason', 'Spam')
      await page.click('form:has(#ban-reason) button')
      await page.waitForSelector('text=Suspended without an end. Reason: Spam')

      const bob = await open()
      await signIn(bob, 'bob@example.com')
      await bob.waitForURL('**/auth/error?**')
      expect(await bob.textContent('.banner')).toContain('Your account is suspended.')

      await page.goto('/auth/admin/user?userId=ada')
      await page.click('summary:has-text("Act as this user")')
      await page.fill('#impersonate-reason', 'Ticket 7')
      await page.click('button:has-text("Act as this user")')
      expect(await readName(page)).toBe(longName)
      await page.goto('/auth/two-factor/manage')
      expect(await page.textContent('.banner')).toContain('You are acting as Ada')
      await page.click('a.button')
      expect(await page.textContent('h1')).toContain('You are acting as another user')
      await page.click('.banner button')
      await page.waitForURL('**/auth/admin/user?userId=ada')
      expect(await readName(page)).toBe('Grace')
      expect(await page.locator('.banner').count()).toBe(0)
    })

    test('axe finds no violation on any page, and nothing overflows at 320 px, in any color scheme or direction', async () => {
      const shots = process.env['ADMIN_SHOTS']
      if (shots) mkdirSync(shots, { recursive: true })
      const page = await open()
      const audit = async (name: string) => {
        for (const colorScheme of ['light', 'dark'] as const)
          for (const width of [1000, 320]) {
            await page.setViewportSize({ width, height: 800 })
            await page.emulateMedia({ colorScheme })
            expect(await findViolations(page), name).toEqual([])
            const overflow = await page.evaluate('document.documentElement.scrollWidth - innerWidth')
            expect(overflow, `${name} ${width}`).toBeLessThanOrEqual(0)
            if (shots)
              await page.screenshot({ path: `${shots}/${name}-${colorScheme}-${width}.png`, fullPage: true })
          }
      }
      await signIn(page, 'grace@example.com')
      await page.waitForURL('**/auth/admin')
      await audit('list')
      await page.goto('/auth/admin/new')
      await page.fill('#email', 'ada@example.com')
      await page.click('button[type=submit]')
      await page.waitForSelector('.error.notice')
      await audit('new-taken')
      await signIn(await open(), 'ada@example.com')
      await page.goto('/auth/admin/user?userId=ada')
      await page.evaluate("document.querySelectorAll('details').forEach(each => { each.open = true })")
      await audit('user')
      await page.context().setExtraHTTPHeaders({ 'accept-language': 'ar' })
      await page.reload()
      await page.evaluate("document.querySelectorAll('details').forEach(each => { each.open = true })")
      expect(await page.getAttribute('html', 'dir')).toBe('rtl')
      await audit('user-ar')
      await page.fill('#impersonate-reason', 'x')
      await page.locator('form:has(#impersonate-reason) button').click()
      await page.goto('/auth/two-factor/manage')
      await audit('banner-ar')
      await page.context().setExtraHTTPHeaders({})
      await page.goto('/auth/signout')
      await audit('banner')
    })
  },
)
