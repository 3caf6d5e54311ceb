import { mkdirSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { MemoryAdapter } from 'latchkey/adapters/memory'
import { getUserSessions, NodeAuth, type NodeAuthConfig, requireAuth } from 'latchkey/node'
import { createAuth, toRequestHead } from 'latchkey/server'
import { skipNotifications, twoFactor } from 'latchkey/two-factor'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { computeCode, importedSecret } from '../plugins/two-factor/two-factor-app.js'
import { startChromium } from '../support/chromium.js'
import { selectStrategies } from '../support/fire.js'
import { type ServedApp, serve } from '../support/serve.js'
import { findViolations } from './pages/accessibility-audit.js'

const email = 'ada@example.com'
const password = 'correct horse'
const plugin = twoFactor({ issuer: 'Acme', notify: skipNotifications })

describe.each(selectStrategies('jwt'))('step-up in Chromium with the %s strategy', strategy => {
  let browser: Browser
  let server: ServedApp
  let store: ReturnType<typeof MemoryAdapter>
  let config: NodeAuthConfig & { plugins: readonly [typeof plugin] }
  const contexts: BrowserContext[] = []

  /** The pages of the app, by path. */
  const pages: Readonly<Record<string, (req: IncomingMessage, res: ServerResponse) => Promise<unknown>>> = {
    '/billing': (req, res) => requireAuth(req, res, config, { maxAge: 300 }),
    '/vault': (req, res) => requireAuth(req, res, config, { acr: 'aal2' }),
    '/api/pay': (req, res) => requireAuth(req, res, config, { maxAge: 300 }),
    '/sign-out-everywhere': (req, res) => getUserSessions(req, config, res).endAll(),
  }

  async function answer(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const { pathname } = new URL(req.url ?? '/', 'http://localhost')
    if (pathname.startsWith('/auth/')) return NodeAuth(config)(req, res)
    await pages[pathname]?.(req, res)
    if (!res.writableEnded) res.end(`This is ${pathname}`)
  }

  beforeAll(async () => {
    browser = await startChromium()
    server = await serve(answer)
  })

  beforeEach(async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    store = MemoryAdapter()
    await store.createUser({ id: 'ada-1', name: 'Ada', email, emailVerified: null })
    config = {
      secret: 'a secret of more than 32 characters!',
      trustHost: true,
      adapter: store,
      session: { strategy },
      revocation: { maxStale: 0 },
      providers: [
        {
          id: 'credentials',
          name: 'Password',
          type: 'credentials',
          amr: ['pwd'],
          credentials: { email: {}, password: { type: 'password' } },
          authorize: async fields => (fields['password'] === password ? store.getUserByEmail(email) : null),
        },
      ],
      plugins: [plugin],
      logger: { error() {}, warn() {}, debug() {} },
    }
  })

  afterEach(async () => {
    vi.useRealTimers()
    await Promise.all(contexts.splice(0).map(context => context.close()))
  })

  afterAll(async () => {
    await browser?.close()
    await server?.close()
  })

  async function submitPassword(page: Page): Promise<void> {
    await page.fill('#input-email-for-credentials-provider', email)
    await page.fill('#input-password-for-credentials-provider', password)
    await page.click('form[action$="/callback/credentials"] button')
  }

  async function openSignedIn(options: { javaScriptEnabled?: boolean } = {}): Promise<Page> {
    const context = await browser.newContext({
      baseURL: server.origin,
      reducedMotion: 'reduce',
      ...options,
    })
    contexts.push(context)
    const page = await context.newPage()
    await page.goto('/auth/signin?callbackUrl=/home')
    await submitPassword(page)
    await waitForPath(page, '/home')
    return page
  }

  const waitForPath = (page: Page, path: string) => page.waitForURL(({ pathname }) => pathname === path)
  const advance = (seconds: number) => vi.setSystemTime(Date.now() + seconds * 1000)

  async function readCookie(page: Page): Promise<string | undefined> {
    const cookies = await page.context().cookies()
    return cookies.find(({ name }) => name === 'authjs.session-token')?.value
  }

  async function isSignedIn(page: Page): Promise<boolean> {
    return (await (await page.request.get('/auth/session')).json()) !== null
  }

  test.each([true, false])(
    'a guarded page asks for the password again, and returns (JavaScript: %s)',
    async javaScriptEnabled => {
      const page = await openSignedIn({ javaScriptEnabled })
      await page.goto('/billing?tab=cards')
      expect(await page.textContent('body')).toBe('This is /billing')
      const cookie = await readCookie(page)
      advance(301)
      await page.goto('/billing?tab=cards')
      await waitForPath(page, '/auth/step-up')
      expect(await page.textContent('h1')).toBe('Confirm that it’s you')
      expect(await page.textContent('.message')).toContain('needs a recent sign-in')
      expect(await page.inputValue('#input-email-for-credentials-provider')).toBe(email)
      await submitPassword(page)
      await waitForPath(page, '/billing')
      expect(new URL(page.url()).search).toBe('?tab=cards')
      expect(await page.textContent('body')).toBe('This is /billing')
      expect(await readCookie(page)).not.toBe(cookie)
    },
  )

  test('the wrong password does not return to the page, and keeps the user signed in', async () => {
    const page = await openSignedIn()
    advance(301)
    await page.goto('/billing')
    await page.fill('#input-email-for-credentials-provider', email)
    await page.fill('#input-password-for-credentials-provider', 'wrong')
    await page.click('form[action$="/callback/credentials"] button')
    await page.waitForSelector('[role=alert]')
    expect(new URL(page.url()).pathname).toBe('/auth/step-up')
    expect(await isSignedIn(page)).toBe(true)
  })

  test('an API answers with 401 and the page that helps, and with the result after it', async () => {
    const page = await openSignedIn()
    advance(301)
    const pay = () =>
      page.evaluate(async () => {
        const response = await fetch('/api/pay', { method: 'POST' })
        return {
          status: response.status,
          header: response.headers.get('www-authenticate'),
          body: await response.text(),
        }
      })
    const refused = await pay()
    expect(refused.status).toBe(401)
    expect(refused.header).toContain('error="insufficient_user_authentication"')
    await page.goto((JSON.parse(refused.body) as { url: string }).url)
    await submitPassword(page)
    await waitForPath(page, '/home')
    expect(await pay()).toMatchObject({ status: 200, body: 'This is /api/pay' })
  })

  test('other tabs stay signed in', async () => {
    const page = await openSignedIn()
    const tab = await page.context().newPage()
    await tab.goto('/home')
    advance(301)
    await page.goto('/billing')
    await submitPassword(page)
    await waitForPath(page, '/billing')
    expect(await isSignedIn(tab)).toBe(true)
    await tab.goto('/billing')
    expect(await tab.textContent('body')).toBe('This is /billing')
  })

  test('a page that needs two factors asks for the second one only', async () => {
    const page = await openSignedIn()
    const head = toRequestHead(new Request(server.origin))
    await createAuth(config).api.twoFactor.importSecret(head, 'ada-1', { secret: importedSecret })
    await page.goto('/vault')
    await waitForPath(page, '/auth/step-up')
    expect(await page.textContent('.message')).toContain('one more way')
    expect(await page.locator('input[type=password]').count()).toBe(0)
    await page.click('text=Use your authenticator app')
    await page.fill('#code', computeCode(importedSecret))
    await page.click('button[type=submit]')
    await waitForPath(page, '/vault')
    expect(await page.textContent('body')).toBe('This is /vault')
  })

  test('signing out everywhere is seen in another browser', async () => {
    const [phone, laptop] = [await openSignedIn(), await openSignedIn()]
    await laptop.evaluate(() => fetch('/sign-out-everywhere', { method: 'POST' }))
    expect([await isSignedIn(phone), await isSignedIn(laptop)]).toEqual([false, false])
    await phone.goto('/billing')
    await waitForPath(phone, '/auth/signin')
  })

  test('axe finds no violation on the page, in any color scheme or direction', async () => {
    const shots = process.env['STEP_UP_SHOTS']
    if (shots) mkdirSync(shots, { recursive: true })
    for (const locale of ['en', 'ar'])
      for (const colorScheme of ['light', 'dark'] as const) {
        const page = await openSignedIn()
        advance(301)
        await page.setExtraHTTPHeaders({ 'accept-language': locale })
        await page.emulateMedia({ colorScheme })
        await page.goto('/billing')
        await waitForPath(page, '/auth/step-up')
        expect(await findViolations(page)).toEqual([])
        if (shots) await page.screenshot({ path: `${shots}/step-up-${locale}-${colorScheme}.png` })
      }
  })
})
