import { type Context, Hono } from 'hono'
import { stream } from 'hono/streaming'
import { MemoryAdapter } from 'latchkey/adapters/memory'
import { CredentialsSignin } from 'latchkey/errors'
import type { PluginContext } from 'latchkey/plugins'
import type { AuthConfig } from 'latchkey/server'
import { createInMemoryProvider } from 'latchkey/testing'
import type { Session } from 'latchkey/types'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { ada, createTappedAdapter, credentials, origin, secret, type Tap } from '../../support/app.js'
import { type ServedApp, serve } from '../../support/serve.js'
import { createVisitor, type Visitor } from '../../support/visitor.js'
import { createActionListener, toRequestHead } from '../node-http/action-listener.js'
import { createApp } from './app.js'
import { createHonoAuth, type RequestAuth } from './hono-auth.js'

const op = createInMemoryProvider()

type AppEnv = { Variables: { auth: RequestAuth<Session> } }

let server: ServedApp | undefined

beforeEach(() => {
  for (const name of ['AUTH_URL', 'NEXTAUTH_URL', 'AUTH_TRUST_HOST']) vi.stubEnv(name, undefined)
})

afterEach(async () => {
  vi.unstubAllEnvs()
  await server?.close()
  server = undefined
})

function createConfig(more: Partial<AuthConfig> = {}): AuthConfig {
  const logger = { error: () => {}, warn: () => {} }
  return { providers: [op.provider(), credentials], secret, trustHost: true, logger, ...more }
}

/** An app whose sessions are in an adapter, and are extended at each read. */
function createStoredConfig(tap?: Tap) {
  const { adapter, calls } = createTappedAdapter(MemoryAdapter(), tap)
  return { calls, config: createConfig({ adapter, session: { updateAge: 0 } }) }
}

function openVisitor(app: { request(request: Request): Response | Promise<Response> }): Visitor {
  return createVisitor(request => app.request(request), origin)
}

/** Signs in at the provider, from the app's own form. */
async function signIn(visit: Visitor): Promise<Response> {
  const redirect = await visit.post('/sign-in/op')
  return visit.get(op.authorize(visit.getLocation(redirect)), { from: op.issuer })
}

async function readText(visit: Visitor, path: string): Promise<string> {
  return (await visit.get(path)).text()
}

function listSessionCookies(response: Response): string[] {
  return response.headers.getSetCookie().filter(line => line.includes('session-token'))
}

describe('sign-in and sign-out of a Hono app', () => {
  test('start in a handler of the app and end on its pages', async () => {
    const visit = openVisitor(createApp(createConfig()))
    const callback = await signIn(visit)
    expect([callback.status, visit.getLocation(callback).href]).toEqual([302, `${origin}/account`])
    expect(await (await visit.follow(callback)).json()).toMatchObject({ email: 'ada@example.com' })
    expect(await readText(visit, '/')).toBe('Hello Ada Lovelace')

    const signedOut = await visit.post('/sign-out')
    expect([signedOut.status, visit.getLocation(signedOut).href]).toEqual([303, `${origin}/`])
    expect(await readText(visit, '/')).toBe('Hello visitor')
  })

  test('work on the built-in pages', async () => {
    const visit = openVisitor(createApp(createConfig()))
    expect(await readText(visit, '/auth/signin')).toContain('action="https://app.example/auth/signin/op"')
    await visit.signInWithCredentials(ada)
    expect(await readText(visit, '/')).toBe('Hello Ada')
    await visit.signOut()
    expect(await readText(visit, '/')).toBe('Hello visitor')
  })

  test.each(['/sign-in/op', '/sign-out'])('are rejected at %s if another site sends the form', async path => {
    const visit = openVisitor(createApp(createConfig()))
    await signIn(visit)
    const response = await visit.post(path, {}, { from: 'https://evil.example' })
    expect(visit.getLocation(response).href).toBe(`${origin}/auth/signin?error=MissingCSRF`)
    expect(await readText(visit, '/')).toBe('Hello Ada Lovelace')
  })

  test('submit the fields of the form, and pass the code of a failure to the sign-in page', async () => {
    const visit = openVisitor(createApp(createConfig()))
    const wrong = await visit.post('/sign-in/credentials', { ...ada, password: 'wrong' })
    expect(visit.getLocation(wrong).href).toBe(
      `${origin}/auth/signin?error=CredentialsSignin&code=credentials`,
    )
    expect(visit.getLocation(await visit.post('/sign-in/credentials', ada)).href).toBe(`${origin}/account`)
    expect(await readText(visit, '/')).toBe('Hello Ada')
  })

  test('show a denial of the `signIn` callback on the error page', async () => {
    const visit = openVisitor(createApp(createConfig({ callbacks: { signIn: () => false } })))
    const denied = await visit.post('/sign-in/credentials', ada)
    expect(visit.getLocation(denied).href).toBe(`${origin}/auth/error?error=AccessDenied`)
    const page = await visit.follow(denied)
    expect([page.status, await page.text()]).toEqual([403, expect.stringContaining('Access denied')])
  })

  test('throw the error of the provider, which the app can handle', async () => {
    const app = createApp(createConfig())
    app.post('/password', async c => {
      const fields = await c.req.parseBody()
      return c.get('auth').signIn({ provider: 'credentials', fields, redirectTo: '/account' })
    })
    app.onError((error, c) => c.text(error instanceof CredentialsSignin ? error.code : 'unknown', 401))
    const visit = openVisitor(app)
    const wrong = await visit.post('/password', { ...ada, password: 'wrong' })
    expect([wrong.status, await wrong.text()]).toEqual([401, 'credentials'])
    expect(visit.getLocation(await visit.post('/password', ada)).href).toBe(`${origin}/account`)
    expect(await readText(visit, '/')).toBe('Hello Ada')
  })

  test('keep the cookies and headers of other middleware', async () => {
    const outer = new Hono().use(async (c, next) => {
      c.header('set-cookie', 'locale=en')
      c.res.headers.set('x-frame-options', 'DENY')
      await next()
    })
    outer.route('/', createApp(createConfig()))
    const response = await openVisitor(outer).get('/auth/csrf')
    expect(response.headers.getSetCookie()).toEqual([
      'locale=en',
      expect.stringMatching(/^__Host-authjs\.csrf-token=/),
      expect.stringMatching(/^__Secure-authjs\.callback-url=/),
    ])
    expect(response.headers.get('x-frame-options')).toBe('DENY')
  })
})

describe('the session of a Hono app', () => {
  test('is read and extended once per request, however often handlers read it', async () => {
    const { config, calls } = createStoredConfig()
    const visit = openVisitor(createApp(config))
    await signIn(visit)
    calls.length = 0
    const response = await visit.get('/account')
    expect(calls.filter(method => method === 'getSessionAndUser')).toHaveLength(1)
    expect(listSessionCookies(response)).toEqual([expect.stringMatching(/HttpOnly; Secure/)])
    expect(response.headers.get('cache-control')).toBe('private, no-store')
  })

  test('is not read for pages that do not need it', async () => {
    const { config, calls } = createStoredConfig()
    const app = createApp(config)
    app.get('/terms', c => c.text('Terms'))
    const visit = openVisitor(app)
    await signIn(visit)
    calls.length = 0
    const response = await visit.get('/terms')
    expect([calls, response.headers.getSetCookie(), response.headers.get('cache-control')]).toEqual([
      [],
      [],
      null,
    ])
  })

  const respondInOtherWays: [string, (c: Context<AppEnv>) => Response][] = [
    ['a web Response', () => new Response('ok')],
    ['an immutable Response', () => Response.redirect(`${origin}/`)],
    [
      'an error',
      () => {
        throw new Error('broken')
      },
    ],
  ]

  test.each(respondInOtherWays)('is extended if the handler responds with %s', async (_, respond) => {
    const app = createApp(createConfig({ session: { updateAge: 0 } }))
    app.get('/other', async c => {
      await c.get('auth').getSession()
      return respond(c)
    })
    const visit = openVisitor(app)
    await signIn(visit)
    expect(listSessionCookies(await visit.get('/other'))).toHaveLength(1)
  })

  test('is extended for a stream until the response starts, and only read afterwards', async () => {
    const { config, calls } = createStoredConfig()
    const app = createApp(config)
    const visit = openVisitor(app)
    app.get('/stream', c =>
      stream(c, async body => {
        await body.write(`first: ${(await c.get('auth').getSession()) !== null}`)
        await body.write(`, then: ${(await c.get('auth').getSession()) !== null}`)
        await visit.post('/sign-out')
        await body.write(`, after the sign-out: ${(await c.get('auth').getSession()) !== null}`)
      }),
    )
    await signIn(visit)
    calls.length = 0
    const response = await visit.get('/stream')
    expect(await response.text()).toBe('first: true, then: true, after the sign-out: false')
    expect(listSessionCookies(response)).toHaveLength(1)
    expect(calls.filter(method => method === 'updateSession')).toHaveLength(1)
  })

  test.each([
    ['before', async ({ getSession }: RequestAuth<Session>) => void (await getSession())],
    ['during', async ({ getSession }: RequestAuth<Session>) => void getSession()],
  ])(
    'ends although it is extended %s the sign-out, into more cookies than the browser sent',
    async (_, read) => {
      let name = 'short'
      const callbacks: AuthConfig['callbacks'] = { jwt: ({ token }) => ({ ...token, name }) }
      const app = createApp(createConfig({ session: { updateAge: 0 }, callbacks }))
      app.post('/leave', async c => {
        await read(c.get('auth'))
        return c.get('auth').signOut({ redirectTo: '/' })
      })
      const visit = openVisitor(app)
      await signIn(visit)
      name = 'long '.repeat(1000)
      await visit.post('/leave')
      expect(await readText(visit, '/')).toBe('Hello visitor')
    },
  )

  test('is required by the guard, which sends visitors back after they signed in', async () => {
    const visit = openVisitor(createApp(createConfig()))
    const guarded = await visit.get('/account?tab=2')
    const signInPage = visit.getLocation(guarded)
    expect([guarded.status, signInPage.pathname, signInPage.searchParams.get('callbackUrl')]).toEqual([
      302,
      '/auth/signin',
      '/account?tab=2',
    ])
    await visit.follow(guarded)
    const redirect = await visit.signIn('op')
    const callback = await visit.get(op.authorize(visit.getLocation(redirect)), { from: op.issuer })
    expect(visit.getLocation(callback).href).toBe(`${origin}/account?tab=2`)
  })

  test('survives an adapter that fails, which is answered with 503', async () => {
    let isDown = false
    const { config } = createStoredConfig(method => {
      if (isDown && method === 'getSessionAndUser') throw new Error('The database is down.')
    })
    const visit = openVisitor(createApp(config))
    await signIn(visit)
    isDown = true
    for (const path of ['/', '/account']) {
      const response = await visit.get(path)
      expect([response.status, response.headers.getSetCookie()]).toEqual([503, []])
    }
    isDown = false
    expect(await readText(visit, '/')).toBe('Hello Ada Lovelace')
  })
})

describe('a recent sign-in at a Hono app', () => {
  const amr = { providers: [{ ...credentials, amr: ['pwd'] }] }

  function createGuardedConfig(more: Partial<AuthConfig> = {}): AuthConfig {
    const strategy = { strategy: 'jwt', updateAge: 0 } as const
    return createConfig({
      ...amr,
      adapter: MemoryAdapter(),
      session: strategy,
      revocation: { maxStale: 0 },
      ...more,
    })
  }

  beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }))
  afterEach(() => void vi.useRealTimers())

  test('is required by the guard: a page is redirected to the step-up page, and an API gets 401', async () => {
    const visit = openVisitor(createApp(createGuardedConfig()))
    expect((await visit.post('/sign-out-others')).headers.get('location')).toContain('/auth/signin?')
    await visit.signInWithCredentials(ada)
    expect(await (await visit.post('/sign-out-others')).json()).toEqual({ isEnded: true })
    vi.setSystemTime(Date.now() + 601_000)
    const page = await visit.post('/sign-out-others')
    expect([page.status, visit.getLocation(page).pathname]).toEqual([303, '/auth/step-up'])
    const api = await visit.post('/sign-out-others', {}, { headers: { accept: 'application/json' } })
    expect(api.status).toBe(401)
    expect(await api.json()).toMatchObject({ url: expect.stringContaining('/auth/step-up?') })
  })

  test('ends the other sessions of the user, for the own origin only', async () => {
    const app = createApp(createGuardedConfig())
    const [first, second] = [openVisitor(app), openVisitor(app)]
    await first.signInWithCredentials(ada)
    await second.signInWithCredentials(ada)
    const rejected = await second.post('/sign-out-others', {}, { from: 'https://blog.app.example' })
    expect(second.getLocation(rejected).href).toBe(`${origin}/auth/signin?error=MissingCSRF`)
    expect(await readText(first, '/')).toBe('Hello Ada')
    await second.post('/sign-out-others')
    expect([await readText(first, '/'), await readText(second, '/')]).toEqual(['Hello visitor', 'Hello Ada'])
  })

  test('answers 503 if the store fails', async () => {
    const adapter = MemoryAdapter()
    const visit = openVisitor(createApp(createGuardedConfig({ adapter })))
    await visit.signInWithCredentials(ada)
    vi.spyOn(adapter.records, 'getRecord').mockRejectedValue(new Error('The store is away.'))
    expect((await visit.post('/sign-out-others')).status).toBe(503)
  })

  test('lets a function of a plugin set its cookies, beside a session that a handler has read', async () => {
    const seen = {
      id: 'seen' as const,
      api: { remember: async (ctx: PluginContext) => ctx.cookies.set('page', 'home', { maxAge: 60 }) },
    }
    const { auth, instance } = createHonoAuth({ ...createGuardedConfig(), plugins: [seen] as const })
    const app = new Hono().use(auth).get('/seen', async c => {
      await c.get('auth').getSession()
      await c.get('auth').call(head => instance.api.seen.remember(head))
      return c.text('ok')
    })
    const response = await openVisitor(app).get('/seen')
    expect(response.headers.getSetCookie()).toEqual([expect.stringContaining('authjs.seen.page=home')])
  })
})

describe('a hostile Host header at a Hono app', () => {
  const headers = { host: 'evil.example', 'x-forwarded-host': 'evil.example' }

  test('changes nothing if AUTH_URL is set', async () => {
    vi.stubEnv('AUTH_URL', origin)
    const visit = openVisitor(createApp(createConfig()))
    const redirect = visit.getLocation(await visit.post('/sign-in/op', {}, { headers }))
    expect(redirect.searchParams.get('redirect_uri')).toBe(`${origin}/auth/callback/op`)
    const guarded = await visit.get('/account', { headers })
    expect(guarded.headers.get('location')).toBe('/auth/signin?callbackUrl=%2Faccount')
    const signedOut = await visit.post('/sign-out', {}, { headers })
    expect(signedOut.headers.get('location')).toBe(`${origin}/`)
  })

  test('gets errors if the app trusts neither AUTH_URL nor its proxy', async () => {
    const visit = openVisitor(createApp(createConfig({ trustHost: false })))
    for (const path of ['/', '/account', '/auth/signin'])
      expect((await visit.get(path, { headers })).status).toBe(500)
  })
})

describe('a Hono app on a port, whose actions `handle` serves', () => {
  /** Serves the actions without a `Request`, and the pages by Hono. */
  async function serveApp(config: AuthConfig): Promise<Visitor> {
    const [app, serveAction] = [createApp(config), createActionListener(config)]
    server = await serve(async (req, res) => {
      if (await serveAction(req, res)) return
      const { method, url, toHeaders } = toRequestHead(req)
      const page = await app.request(url, { method, headers: toHeaders() })
      for (const [name, value] of page.headers) res.appendHeader(name, value)
      res.writeHead(page.status).end(await page.text())
    })
    return createVisitor(fetch, server.origin)
  }

  test('signs in, extends the session and signs out', async () => {
    const visit = await serveApp(createConfig({ session: { updateAge: 0 } }))
    const redirect = await visit.signIn('op', { callbackUrl: '/account' })
    const authorization = visit.getLocation(redirect)
    expect(authorization.searchParams.get('redirect_uri')).toBe(`${visit.origin}/auth/callback/op`)
    const callback = await visit.get(op.authorize(authorization), { from: op.issuer })
    const account = await visit.follow(callback)
    expect(await account.json()).toMatchObject({ email: 'ada@example.com' })
    expect(listSessionCookies(account)).toEqual([expect.not.stringContaining('Secure')])
    await visit.signOut()
    expect(await readText(visit, '/')).toBe('Hello visitor')
  })

  test('answers a body of more than a megabyte with 413, and the next request as before', async () => {
    const visit = await serveApp(createConfig())
    const response = await visit.post('/auth/signout', { csrfToken: 'x'.repeat(1_500_000) })
    expect(response.status).toBe(413)
    expect(await visit.getCsrfToken()).toMatch(/^[0-9a-f]{64}$/)
  })

  test('passes the headers of the request to the hooks of the app', async () => {
    const authorize = vi.fn(async (_: unknown, { headers }: Request) => ({
      id: 'ada',
      name: headers.get('x-seen'),
    }))
    const visit = await serveApp(createConfig({ providers: [{ ...credentials, authorize }] }))
    await visit.signInWithCredentials(ada, { headers: { 'x-seen': 'yes' } })
    expect(await visit.getSession()).toMatchObject({ user: { name: 'yes' } })
  })
})
