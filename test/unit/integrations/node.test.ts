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

/** Starts a server with the actions below `/auth`, and a page that shows the email of the user. */
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
    res.end(session?.user?.email ?? 'signed out')
  })
  return server.origin
}

/** Sends a request that `fetch` does not support. */
async function sendRaw(origin: string, options: { method?: string; headers?: Record<string, string> }) {
  const request = send(`${origin}/auth/providers`, options).end()
  const [answer]: IncomingMessage[] = await once(request, 'response')
  return { status: answer?.statusCode, body: answer && (await text(answer)) }
}

async function readCallbackUrl(origin: string, headers: Record<string, string> = {}): Promise<string> {
  const { body } = await sendRaw(origin, { headers })
  return JSON.parse(body ?? '').op.callbackUrl
}

const proxied = {
  'x-forwarded-host': 'shop.example',
  'x-forwarded-proto': 'https, http',
}

describe('a plain Node server', () => {
  test('signs in with a form, reads the session, and signs out', async () => {
    const origin = await startApp()
    const visit = createVisitor(fetch, origin)
    await visit.signInWithCredentials(ada)
    expect(await (await visit.get('/')).text()).toBe(ada.email)
    await visit.signOut()
    expect(await (await visit.get('/')).text()).toBe('signed out')
  })

  test('returns 413 for a body of more than a megabyte, and handles the next request', async () => {
    const visit = createVisitor(fetch, await startApp())
    const answer = await visit.post('/auth/signout', { csrfToken: 'x'.repeat(1_500_000) })
    expect(answer.status).toBe(413)
    expect(await visit.getCsrfToken()).toMatch(/^[0-9a-f]{64}$/)
  })

  test('returns 400 for an invalid method or Host header', async () => {
    const origin = await startApp()
    expect(await sendRaw(origin, { method: 'TRACE' })).toEqual({ status: 400, body: '"Bad request."' })
    expect(await sendRaw(origin, { headers: { host: 'a b' } })).toEqual({
      status: 400,
      body: '"Bad request."',
    })
  })

  test('forbids sniffing and caching of a response with status 400', async () => {
    const request = send(`${await startApp()}/auth/providers`, { headers: { host: 'a b' } }).end()
    const [answer]: IncomingMessage[] = await once(request, 'response')
    answer?.resume()
    expect(answer?.statusCode).toBe(400)
    expect(answer?.headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, no-cache, no-store',
    })
  })
})

describe('the origin of a plain Node server', () => {
  test('is taken from the Host header', async () => {
    const origin = await startApp()
    expect(await readCallbackUrl(origin)).toBe(`${origin}/auth/callback/op`)
    expect(await readCallbackUrl(origin, { host: 'other.example' })).toBe(
      'http://other.example/auth/callback/op',
    )
  })

  test('is taken from the forwarded host if the host is trusted', async () => {
    expect(await readCallbackUrl(await startApp(), proxied)).toBe('https://shop.example/auth/callback/op')
  })

  test('is unknown if the forwarded hosts differ: requests return 400, and the log names `trustedProxies`', async () => {
    const error = vi.fn()
    const origin = await startApp({ logger: { error } })
    const headers = { ...proxied, 'x-forwarded-host': 'evil.example, shop.example' }
    expect(await sendRaw(origin, { headers })).toEqual({ status: 400, body: '"Bad request."' })
    expect(error).toHaveBeenCalledExactlyOnceWith(
      expect.objectContaining({
        type: 'UntrustedHost',
        message: expect.stringMatching(/"evil\.example, shop\.example".*`trustedProxies`/),
      }),
    )
  })

  test('is the forwarded host that the outermost of `trustedProxies` added', async () => {
    const headers = { ...proxied, 'x-forwarded-host': 'evil.example, shop.example, inner.example' }
    expect(await readCallbackUrl(await startApp({ trustedProxies: 2 }), headers)).toBe(
      'https://shop.example/auth/callback/op',
    )
  })

  test('is unknown if the host is not trusted, and requests return 500', async () => {
    const origin = await startApp({ trustHost: false, logger: { error: () => {} } })
    expect(await sendRaw(origin, { headers: proxied })).toMatchObject({ status: 500 })
  })

  test('is that of AUTH_URL, regardless of the headers', async () => {
    vi.stubEnv('AUTH_URL', 'https://shop.example')
    const origin = await startApp()
    expect(await readCallbackUrl(origin, { 'x-forwarded-host': 'evil.example', host: 'evil.example' })).toBe(
      'https://shop.example/auth/callback/op',
    )
  })

  test('determines the name of the session cookie', async () => {
    const origin = await startApp()
    const visit = createVisitor(fetch, origin)
    await visit.signInWithCredentials(ada)
    const plain = { cookie: visit.jar.header(new URL(origin)) }
    expect(await (await fetch(origin, { headers: plain })).text()).toBe(ada.email)
    // The session cookie has another name with https.
    expect(await (await fetch(origin, { headers: { ...plain, ...proxied } })).text()).toBe('signed out')
  })
})
