import { MemoryAdapter } from 'latchkey/adapters/memory'
import { getSession, NodeAuth, type NodeAuthConfig } from 'latchkey/node'
import { createInMemoryProvider, type InMemoryProvider, signInAs } from 'latchkey/testing'
import type { Browser } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { launchChromium } from '../support/chromium.js'
import { type Served, serve } from '../support/serve.js'

let browser: Browser
const servers: Served[] = []

beforeAll(async () => {
  browser = await launchChromium()
})

afterEach(async () => {
  vi.unstubAllEnvs()
  await Promise.all(servers.splice(0).map(server => server.close()))
})

afterAll(() => browser?.close())

/** An app that greets whoever is signed in, and its address. */
async function greeter(config: Partial<NodeAuthConfig>): Promise<{ url: string; config: NodeAuthConfig }> {
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
    res.end(`Hello ${session?.user?.name ?? 'stranger'}`)
  })
  servers.push(server)
  return { url: server.origin, config: complete }
}

/** A provider at an address of its own. */
async function servedProvider(): Promise<InMemoryProvider> {
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
    ['a token', {}],
    ['a token in several cookies', { callbacks: { jwt: pad } }],
    ['a record of the store', { adapter: MemoryAdapter() }],
  ]

  test.each(apps)('open a session that is %s, until its owner signs out', async (_, more) => {
    const { url, config } = await greeter(more)
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
    expect(await page.textContent('body')).toBe('Hello stranger')
    expect((await context.cookies()).filter(({ name }) => name.includes('session-token'))).toEqual([])
    await context.close()
  })

  test('are a storage state, and come back out of the browser as they went in', async () => {
    const { url, config } = await greeter({})
    const { cookies } = await signInAs(config, { user: grace, url })
    const context = await browser.newContext({ baseURL: url, storageState: { cookies, origins: [] } })
    expect(await context.cookies()).toEqual(cookies)
    await context.close()
  })
})

describe('the page of the provider in memory', () => {
  test('signs in whoever the visitor says they are, and lets them refuse', async () => {
    const op = await servedProvider()
    vi.stubEnv('AUTH_HARBOR_ISSUER', op.issuer)
    vi.stubEnv('AUTH_HARBOR_ID', op.clientId)
    vi.stubEnv('AUTH_HARBOR_SECRET', op.clientSecret)
    const { url } = await greeter({ providers: [{ id: 'harbor', name: 'Harbor', type: 'oidc' }] })
    const page = await browser.newPage({ javaScriptEnabled: false })

    await page.goto(`${url}/auth/signin?callbackUrl=/`)
    await page.getByRole('button', { name: 'Harbor' }).click()
    expect(new URL(page.url()).origin).toBe(op.issuer)
    await page.getByRole('button', { name: 'Refuse' }).click()
    await page.waitForURL(/\/auth\/signin\?error=OAuthCallbackError/)

    await page.getByRole('button', { name: 'Harbor' }).click()
    expect(await page.getByRole('heading').textContent()).toBe('Who are you?')
    await page.getByRole('button', { name: 'Grace Hopper' }).click()
    await page.waitForURL(new RegExp(`^${url}/`))
    await page.goto(url)
    expect(await page.textContent('body')).toBe('Hello Grace Hopper')
    await page.close()
  })

  test('loads nothing, and complains about nothing', async () => {
    const op = await servedProvider()
    const page = await browser.newPage()
    const complaints: string[] = []
    page.on('console', message => void complaints.push(message.text()))
    const query = new URLSearchParams({
      response_type: 'code',
      client_id: op.clientId,
      redirect_uri: 'https://app.example/auth/callback/op',
    })
    await page.goto(`${op.issuer}/authorize?${query}`)
    expect(complaints.filter(text => !text.includes('favicon') && !text.includes('404'))).toEqual([])
    expect(await page.getByRole('button').allTextContents()).toHaveLength(3)
    await page.close()
  })
})
