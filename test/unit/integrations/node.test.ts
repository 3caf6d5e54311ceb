import { once } from 'node:events'
import { type IncomingMessage, request as send } from 'node:http'
import { text } from 'node:stream/consumers'
import { getSession, NodeAuth, type NodeAuthConfig } from 'latchkey/node'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { ada, credentials, secret } from '../../support/app.js'
import { createMaliciousProvider } from '../../support/malicious-provider.js'
import { type ServedApp, serve } from '../../support/serve.js'
import { createVisitor } from '../../support/visitor.js'

let server: ServedApp | undefined

beforeEach(() => {
  for (const name of ['AUTH_URL', 'NEXTAUTH_URL', 'AUTH_TRUST_HOST']) vi.stubEnv(name, undefined)
})

afterEach(async () => {
  vi.unstubAllEnvs()
  await server?.close()
  server = undefined
})

/** A server with the actions below `/auth`, and a page that tells who its visitor is. */
async function startApp(more: Partial<NodeAuthConfig> = {}): Promise<string> {
  const config = {
    providers: [credentials, createMaliciousProvider().provider()],
    secret,
    trustHost: true,
    ...more,
  }
  const auth = NodeAuth(config)
  server = await serve(async (req, res) => {
    if (req.url?.startsWith('/auth/')) return auth(req, res)
    const session = await getSession(req, config)
    res.end(session?.user?.email ?? 'nobody')
  })
  return server.origin
}

/** What no web `Request` would send. */
async function sendRaw(origin: string, options: { method?: string; headers?: Record<string, string> }) {
  const asked = send(`${origin}/auth/providers`, options).end()
  const [answer]: IncomingMessage[] = await once(asked, 'response')
  return { status: answer?.statusCode, body: answer && (await text(answer)) }
}

async function readOwnUrl(origin: string, headers: Record<string, string> = {}): Promise<string> {
  const { body } = await sendRaw(origin, { headers })
  return JSON.parse(body ?? '').op.callbackUrl
}

const proxied = {
  'x-forwarded-host': 'shop.example, inner.example',
  'x-forwarded-proto': 'https, http',
}

describe('a plain Node server', () => {
  test('signs in with the body of a form, tells who is there, and signs out', async () => {
    const origin = await startApp()
    const visit = createVisitor(fetch, origin)
    await visit.signInWithCredentials(ada)
    expect(await (await visit.get('/')).text()).toBe(ada.email)
    await visit.signOut()
    expect(await (await visit.get('/')).text()).toBe('nobody')
  })

  test('answers a body of more than a megabyte with 413, and the next request as ever', async () => {
    const visit = createVisitor(fetch, await startApp())
    const answer = await visit.post('/auth/signout', { csrfToken: 'x'.repeat(1_500_000) })
    expect(answer.status).toBe(413)
    expect(await visit.getCsrfToken()).toMatch(/^[0-9a-f]{64}$/)
  })

  test('answers what no web request can be made of with 400', async () => {
    const origin = await startApp()
    expect(await sendRaw(origin, { method: 'TRACE' })).toEqual({ status: 400, body: '"Bad request."' })
    expect(await sendRaw(origin, { headers: { host: 'a b' } })).toEqual({
      status: 400,
      body: '"Bad request."',
    })
  })
})

describe('the origin of a plain Node server', () => {
  test('is that of the Host header', async () => {
    const origin = await startApp()
    expect(await readOwnUrl(origin)).toBe(`${origin}/auth/callback/op`)
    expect(await readOwnUrl(origin, { host: 'other.example' })).toBe('http://other.example/auth/callback/op')
  })

  test('is what the first proxy says, when the host is trusted', async () => {
    expect(await readOwnUrl(await startApp(), proxied)).toBe('https://shop.example/auth/callback/op')
  })

  test('is nobody’s when the host is not trusted', async () => {
    const origin = await startApp({ trustHost: false, logger: { error: () => {} } })
    expect(await sendRaw(origin, { headers: proxied })).toMatchObject({ status: 500 })
  })

  test('is that of AUTH_URL, whatever the headers say', async () => {
    vi.stubEnv('AUTH_URL', 'https://shop.example')
    const origin = await startApp()
    expect(await readOwnUrl(origin, { 'x-forwarded-host': 'evil.example', host: 'evil.example' })).toBe(
      'https://shop.example/auth/callback/op',
    )
  })

  test('decides which session cookie a server reads', async () => {
    const origin = await startApp()
    const visit = createVisitor(fetch, origin)
    await visit.signInWithCredentials(ada)
    const plain = { cookie: visit.jar.header(new URL(origin)) }
    expect(await (await fetch(origin, { headers: plain })).text()).toBe(ada.email)
    // Over https the cookie has another name, and this one says nothing.
    expect(await (await fetch(origin, { headers: { ...plain, ...proxied } })).text()).toBe('nobody')
  })
})
