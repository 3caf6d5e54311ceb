import { MemoryAdapter } from 'latchkey/adapters/memory'
import { getSession, NodeAuth, type NodeAuthConfig } from 'latchkey/node'
import { createInMemoryProvider, type InMemoryProvider, signInAs } from 'latchkey/testing'
import type { Browser } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { startChromium } from '../support/chromium.js'
import { type ServedApp, serve } from '../support/serve.js'

let browser: Browser
const servers: ServedApp[] = []

beforeAll(async () => {
  browser = await startChromium()
})

afterEach(async () => {
  vi.unstubAllEnvs()
  await Promise.all(servers.splice(0).map(server => server.close()))
})

afterAll(() => browser?.close())

/** Starts an app that shows the name of the signed-in user. Returns its URL and configuration. */
async function startApp(config: Partial<NodeAuthConfig>): Promise<{ url: string; config: NodeAuthConfig }> {
  const complete = {
    secret: 'a secret of more than 32 characters!',
    trustHost: true,
    providers: [],
    ...config,
  }
  const auth = NodeAuth(complete)
  const server = await serve(async (req, res) => {
    if (req.url?.startsWith('/auth/')) return auth(req, res)
    const session = await getSession(req, complete)
    res.end(session?.user ? `Hello ${session.user.name}` : 'Not signed in')
  })
  servers.push(server)
  return { url: server.origin, config: complete }
}

/** Starts an in-memory provider on its own origin. */
async function startProvider(): Promise<InMemoryProvider> {
  const found: InMemoryProvider[] = []
  const server = await serve((req, res) => void found[0]?.listener(req, res))
  servers.push(server)
  const op = createInMemoryProvider({ issuer: server.origin })
  found.push(op)
  return op
}

const grace = { name: 'Grace Hopper', email: 'grace@example.com' }

describe('the cookies of `signInAs` in a browser', () => {
  const pad = ({ token }: { token: object }) => ({ ...token, pad: 'x'.repeat(5_000) })
  const apps: [string, Partial<NodeAuthConfig>][] = [
    ['a JWT', {}],
    ['a JWT in several cookies', { callbacks: { jwt: pad } }],
    ['a database record', { adapter: MemoryAdapter() }],
  ]

  test.each(apps)('sign in with a session that is %s, until sign-out', async (_, more) => {
    const { url, config } = await startApp(more)
    const { cookies } = await signInAs(config, { user: grace, url })
    const context = await browser.newContext({ baseURL: url })
    await context.addCookies(cookies)
    const page = await context.newPage()
    await page.goto('/')
    expect(await page.textContent('body')).toBe('Hello Grace Hopper')
    expect(await page.evaluate(() => document.cookie)).toBe('')

    await page.goto('/auth/signout?callbackUrl=/')
    await page.click('#submitButton')
    await page.waitForURL(`${url}/`)
    expect(await page.textContent('body')).toBe('Not signed in')
    expect((await context.cookies()).filter(({ name }) => name.includes('session-token'))).toEqual([])
    await context.close()
  })

  test('are a valid Playwright storage state and are unchanged when read back', async () => {
    const { url, config } = await startApp({})
    const { cookies } = await signInAs(config, { user: grace, url })
    const context = await browser.newContext({ baseURL: url, storageState: { cookies, origins: [] } })
    expect(await context.cookies()).toEqual(cookies)
    await context.close()
  })
})

describe('the page of the in-memory provider', () => {
  test('signs in the selected account and supports denial', async () => {
    const op = await startProvider()
    vi.stubEnv('AUTH_HARBOR_ISSUER', op.issuer)
    vi.stubEnv('AUTH_HARBOR_ID', op.clientId)
    vi.stubEnv('AUTH_HARBOR_SECRET', op.clientSecret)
    const { url } = await startApp({ providers: [{ id: 'harbor', name: 'Harbor', type: 'oidc' }] })
    const page = await browser.newPage({ javaScriptEnabled: false })

    await page.goto(`${url}/auth/signin?callbackUrl=/`)
    await page.getByRole('button', { name: 'Harbor' }).click()
    expect(new URL(page.url()).origin).toBe(op.issuer)
    await page.getByRole('button', { name: 'Deny' }).click()
    await page.waitForURL(/\/auth\/signin\?error=OAuthCallbackError/)

    await page.getByRole('button', { name: 'Harbor' }).click()
    expect(await page.getByRole('heading').textContent()).toBe('Choose an account')
    await page.getByRole('button', { name: 'Grace Hopper' }).click()
    await page.waitForURL(new RegExp(`^${url}/`))
    await page.goto(url)
    expect(await page.textContent('body')).toBe('Hello Grace Hopper')
    await page.close()
  })

  test('loads no other resources and logs no console messages', async () => {
    const op = await startProvider()
    const page = await browser.newPage()
    const consoleMessages: string[] = []
    page.on('console', message => void consoleMessages.push(message.text()))
    const query = new URLSearchParams({
      response_type: 'code',
      client_id: op.clientId,
      redirect_uri: 'https://app.example/auth/callback/op',
    })
    await page.goto(`${op.issuer}/authorize?${query}`)
    expect(consoleMessages.filter(text => !text.includes('favicon') && !text.includes('404'))).toEqual([])
    expect(await page.getByRole('button').allTextContents()).toHaveLength(3)
    await page.close()
  })
})
