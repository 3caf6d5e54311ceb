import { NodeAuth } from 'latchkey/node'
import { createInMemoryProvider } from 'latchkey/testing'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { startChromium } from '../../support/chromium.js'
import { type ServedApp, serve } from '../../support/serve.js'
import { startSmtpServer } from '../../support/smtp-server.js'
import { addVirtualAuthenticator } from '../../support/virtual-authenticator.js'
import { findViolations } from '../pages/accessibility-audit.js'
import { svelte, vue, vueConstants } from './component-plugins.js'
import { bundleScript } from './site.js'

const folder = 'test/browser/clients/sign-in-pages'
const password = 'correct horse battery'
const newPassword = 'staple horse battery'

/** The script of each framework, which mounts the page of the recipe. */
const scripts: Readonly<Record<string, () => Promise<string>>> = {
  React: () => bundleScript(`${folder}/react.tsx`, { jsx: 'automatic' }),
  Svelte: () => bundleScript(`${folder}/svelte.js`, { plugins: [svelte] }),
  Vue: () => bundleScript(`${folder}/vue.js`, { plugins: [vue], define: vueConstants }),
}

let browser: Browser
let smtp: Awaited<ReturnType<typeof startSmtpServer>>
let server: ServedApp
let provider: ServedApp
let context: BrowserContext | null = null
let script = ''

beforeAll(async () => {
  browser = await startChromium()
  smtp = await startSmtpServer()
  vi.stubEnv('DATABASE_URL', 'file::memory:')
  vi.stubEnv('EMAIL_SERVER', smtp.url)
  const { adapter, config } = await import('../../recipes/sign-in-page-server.js')
  await adapter.migrate()
  const others = config.providers.filter(entry => entry.name !== 'GitHub')
  const op = await serveProvider()
  const auth = NodeAuth({
    ...config,
    secret: 'a secret of more than 32 characters!',
    trustHost: true,
    providers: [...others, op.provider({ id: 'github', name: 'GitHub' })],
    logger: { error() {}, warn() {}, debug() {} },
  })
  server = await serve((req, res) => {
    const { pathname } = new URL(req.url ?? '/', 'http://localhost')
    if (pathname.startsWith('/auth/')) return void auth(req, res)
    if (pathname === '/app.js') return void res.end(script)
    const body =
      pathname === '/sign-in' ? '<main id="root"></main><script src="/app.js"></script>' : '<main>home</main>'
    res.setHeader('content-type', 'text/html; charset=utf-8')
    res.end(`<!doctype html><html lang="en"><title>Acme</title><body>${body}</body></html>`)
  })
})

afterEach(() => context?.close())

afterAll(async () => {
  vi.unstubAllEnvs()
  await browser?.close()
  await Promise.all([server, provider, smtp].map(closable => closable?.close()))
})

/** Serves the provider that stands in for GitHub. */
async function serveProvider() {
  const found: ReturnType<typeof createInMemoryProvider>[] = []
  provider = await serve((req, res) => void found[0]?.listener(req, res))
  const op = createInMemoryProvider({ issuer: provider.origin })
  found.push(op)
  return op
}

describe.each(Object.entries(scripts))('the sign-in page of the recipe for %s', (framework, bundle) => {
  const email = `ada@${framework.toLowerCase()}.example`

  beforeAll(async () => {
    script = await bundle()
  })

  async function open(query = 'callbackUrl=/home'): Promise<Page> {
    context = await browser.newContext({ baseURL: server.origin })
    const page = await context.newPage()
    await page.goto(`/sign-in?${query}`)
    return page
  }

  const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

  async function submit(page: Page, fields: { password?: string } = {}): Promise<void> {
    await page.getByLabel('Email address').fill(email)
    if (fields.password !== undefined) await page.getByLabel('Password').fill(fields.password)
    await page.locator('form button').click()
  }

  const readAlert = (page: Page) => page.locator('[role=alert]:not(:empty)').textContent()

  async function readEmail(page: Page): Promise<unknown> {
    const session: unknown = await (await page.request.get('/auth/session')).json()
    return session && Object(Object(session).user).email
  }

  /** Opens the link of the latest email. */
  async function openLink(page: Page): Promise<void> {
    const { text = '', recipients } = smtp.getLatestEmail()
    expect(recipients).toEqual([email])
    await page.goto(/http:\S+/.exec(text)?.[0] ?? '')
  }

  async function signOut(page: Page): Promise<void> {
    await page.context().clearCookies()
    await page.goto('/sign-in?callbackUrl=/home')
  }

  test('signs up, verifies the address, signs in, and resets a forgotten password', async () => {
    const page = await open()
    await press(page, 'Create account')
    await submit(page, { password: 'short' })
    expect(await readAlert(page)).toBe('The password is too short.')
    await submit(page, { password })
    await page.waitForURL('**/passwords/sent?**')
    await openLink(page)
    await page.click('button[type=submit]')
    await page.waitForURL(`${server.origin}/home`)
    expect(await readEmail(page)).toBe(email)

    await signOut(page)
    await submit(page, { password: 'a wrong password' })
    expect(await readAlert(page)).toBe('The email address or the password is not correct.')
    expect(await page.getByLabel('Email address').inputValue()).toBe(email)
    await submit(page, { password })
    await page.waitForURL(`${server.origin}/home`)

    await signOut(page)
    await press(page, 'Forgot password?')
    await submit(page)
    await page.waitForURL('**/passwords/sent?**')
    await openLink(page)
    await page.fill('#password', newPassword)
    await page.click('button[type=submit]')
    await page.waitForURL('**/passwords/sign-in?**')
    await signOut(page)
    await submit(page, { password: newPassword })
    await page.waitForURL(`${server.origin}/home`)
    expect(await readEmail(page)).toBe(email)
  })

  test('signs in at a provider, and with a passkey', async () => {
    const page = await open()
    await press(page, 'GitHub')
    await page.getByRole('button', { name: 'Grace Hopper' }).click()
    await page.waitForURL(`${server.origin}/home`)
    expect(await readEmail(page)).toBe('grace@example.com')

    await addVirtualAuthenticator(page)
    await page.goto('/sign-in?callbackUrl=/home')
    const created = await page.evaluate(() => (window as unknown as PasskeyPage).createPasskey())
    expect(created).toMatchObject({ ok: true })
    await signOut(page)
    await press(page, 'Passkey')
    await page.waitForURL(`${server.origin}/home`)
    expect(await readEmail(page)).toBe('grace@example.com')
  })

  test('shows what failed: a canceled passkey, a provider, and a server that does not respond', async () => {
    const page = await open('error=OAuthCallbackError')
    expect(await readAlert(page)).toBe('The sign-in failed: OAuthCallbackError')
    await addVirtualAuthenticator(page, { isUserVerified: false })
    await press(page, 'Create account')
    expect(await page.locator('[role=alert]').textContent()).toBe('')
    await press(page, 'Passkey')
    await expect.poll(() => readAlert(page)).toBe('Canceled')
    await page.route('**/passwords/sign-up', route => route.abort())
    await submit(page, { password })
    await expect.poll(() => readAlert(page)).toBe('The request failed: Unreachable')
  })

  test('disables the button while a request is pending, and enables it again if the next page does not open', async () => {
    const page = await open()
    const requests: (() => Promise<void>)[] = []
    await page.route('**/passwords/forgot', route => void requests.push(() => route.continue()))
    await page.route('**/passwords/sent?**', route => route.fulfill({ status: 204 }))
    await press(page, 'Forgot password?')
    await submit(page)
    const button = page.locator('form button')
    await expect.poll(() => requests.length).toBe(1)
    expect(await button.isDisabled()).toBe(true)
    await requests[0]?.()
    await expect.poll(() => button.isEnabled()).toBe(true)
  })

  test('is accessible, and names the fields for password managers', async () => {
    const page = await open()
    const listFields = () =>
      page
        .locator('input:not([type=hidden])')
        .evaluateAll(inputs => inputs.map(input => input.getAttribute('autocomplete')))
    expect(await listFields()).toEqual(['username', 'current-password'])
    expect(await findViolations(page)).toEqual([])
    await press(page, 'Create account')
    expect(await listFields()).toEqual(['username', 'new-password'])
    expect(await findViolations(page)).toEqual([])
    await press(page, 'Forgot password?')
    expect(await listFields()).toEqual(['username'])
    expect(await findViolations(page)).toEqual([])
  })
})

interface PasskeyPage {
  createPasskey(): Promise<unknown>
}
