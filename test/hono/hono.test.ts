import { type Context, Hono } from 'hono'
import { HTTPException } from 'hono/http-exception'
import { stream } from 'hono/streaming'
import { MemoryAdapter } from 'latchkey/adapters/memory'
import { CredentialsSignin, SessionUnavailable } from 'latchkey/errors'
import { HonoAuth, type HonoAuthConfig, type HonoAuthEnv } from 'latchkey/hono'
import type { PluginContext } from 'latchkey/plugins'
import { createInMemoryProvider } from 'latchkey/testing'
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { ada, createTappedAdapter, credentials, origin, type Tap } from '../support/app.js'
import { createVisitor, type Visitor } from '../support/visitor.js'

const op = createInMemoryProvider()
const secret = 'a secret of the tests of latchkey/hono'

beforeEach(() => {
  for (const name of ['AUTH_URL', 'NEXTAUTH_URL', 'AUTH_TRUST_HOST', 'AUTH_SECRET'])
    vi.stubEnv(name, undefined)
  onTestFinished(() => void vi.unstubAllEnvs())
})

const logger = { error: () => {}, warn: () => {} }

function createConfig(more: Partial<HonoAuthConfig> = {}): HonoAuthConfig {
  return { providers: [op.provider(), credentials], secret, trustHost: true, logger, ...more }
}

/** Sessions are in an adapter, and are extended at each read. */
function createStoredConfig(tap?: Tap) {
  const { adapter, calls } = createTappedAdapter(MemoryAdapter(), tap)
  return { calls, config: createConfig({ adapter, session: { updateAge: 0 } }) }
}

type App = Hono<HonoAuthEnv>

function createApp(config: HonoAuthConfig): App {
  const { auth, requireAuth } = HonoAuth(config)
  return new Hono()
    .use(auth)
    .get('/', async c => c.text(await readName(c)))
    .get('/account', requireAuth(), c => c.json(c.get('session').user))
    .post('/sign-in/:provider', async c => {
      const fields = await c.req.parseBody()
      return c.get('auth').signIn({ provider: c.req.param('provider'), fields, redirectTo: '/account' })
    })
    .get('/sign-in', c => c.get('auth').signIn({ provider: 'op' }))
    .post('/sign-out', c => c.get('auth').signOut({ redirectTo: '/' }))
}

async function readName(c: { get(key: 'auth'): HonoAuthEnv['Variables']['auth'] }): Promise<string> {
  const session = await c.get('auth').getSession()
  return session?.user?.name ?? 'visitor'
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
    const signedOut = await visit.post('/sign-out')
    expect([signedOut.status, visit.getLocation(signedOut).href]).toEqual([303, `${origin}/`])
    expect(await readText(visit, '/')).toBe('visitor')
  })

  test.each(['/sign-in/op', '/sign-out'])('are rejected at %s if another site sends the form', async path => {
    const visit = openVisitor(createApp(createConfig()))
    await signIn(visit)
    const response = await visit.post(path, {}, { from: 'https://evil.example' })
    expect([response.status, await response.text()]).toEqual([403, 'The request came from another origin.'])
    expect(await readText(visit, '/')).toBe('Ada Lovelace')
  })

  test('may start by a link of another site', async () => {
    const visit = openVisitor(createApp(createConfig()))
    const redirect = await visit.get('/sign-in', { from: 'https://news.example' })
    expect(visit.getLocation(redirect).origin).toBe(op.issuer)
  })

  test('throw the error of the provider, and set the cookies beside the response of `onError`', async () => {
    const app = createApp(createConfig()).onError((error, c) =>
      c.text(error instanceof CredentialsSignin ? error.code : 'unknown', 401),
    )
    const visit = openVisitor(app)
    const wrong = await visit.post('/sign-in/credentials', { ...ada, password: 'wrong' })
    expect([wrong.status, await wrong.text()]).toEqual([401, 'credentials'])
    expect(visit.getLocation(await visit.post('/sign-in/credentials', ada)).href).toBe(`${origin}/account`)
    expect(await readText(visit, '/')).toBe('Ada')
  })

  test('change the session that the same request reads afterwards', async () => {
    const app = createApp(createConfig())
    const visit = openVisitor(app)
    app.post('/switch', async c => {
      const auth = c.get('auth')
      const names = [await readName(c)]
      await auth.signIn({ provider: 'credentials', fields: ada })
      names.push(await readName(c))
      await auth.signOut()
      names.push(await readName(c))
      return c.text(names.join(', '))
    })
    const response = await visit.post('/switch')
    expect(await response.text()).toBe('visitor, Ada, visitor')
    expect(await readText(visit, '/')).toBe('visitor')
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
  test('is read and extended once per request, however often handlers and guards read it', async () => {
    const { config, calls } = createStoredConfig()
    const { auth, requireAuth } = HonoAuth(config)
    const app = createApp(config).use('/twice', auth, requireAuth(), requireAuth())
    app.get('/twice', async c => c.text((await readName(c)) + (await readName(c))))
    const visit = openVisitor(app)
    await signIn(visit)
    calls.length = 0
    const response = await visit.get('/twice')
    expect(await response.text()).toBe('Ada LovelaceAda Lovelace')
    expect(calls.filter(method => method === 'getSessionAndUser')).toHaveLength(1)
    expect(listSessionCookies(response)).toEqual([expect.stringMatching(/HttpOnly; Secure/)])
    expect(response.headers.get('cache-control')).toBe('private, no-store')
  })

  test('is read once if the middleware is used twice', async () => {
    const { config, calls } = createStoredConfig()
    const { auth } = HonoAuth(config)
    const app = new Hono().use(auth, async (c, next) => {
      await readName(c)
      await next()
    })
    app.route(
      '/',
      new Hono<HonoAuthEnv>().use(auth).get('/twice', async c => c.text(await readName(c))),
    )
    const visit = openVisitor(app)
    await visit.get(op.authorize(visit.getLocation(await visit.signIn('op'))), { from: op.issuer })
    calls.length = 0
    expect(listSessionCookies(await visit.get('/twice'))).toHaveLength(1)
    expect(calls.filter(method => method === 'getSessionAndUser')).toHaveLength(1)
  })

  test('is null once the handler has ended all sessions', async () => {
    const { config } = createStoredConfig()
    const app = createApp({ ...config, revocation: { maxStale: 30 } })
    app.post('/end', async c => {
      const names = [await readName(c)]
      await c.get('auth').sessions.endAll()
      return c.text([...names, await readName(c)].join(', '))
    })
    const visit = openVisitor(app)
    await signIn(visit)
    expect(await (await visit.post('/end')).text()).toBe('Ada Lovelace, visitor')
    expect(visit.jar.cookies().filter(({ name }) => name.includes('session-token'))).toEqual([])
  })

  test('is not read for pages that do not need it', async () => {
    const { config, calls } = createStoredConfig()
    const app = createApp(config)
    app.get('/terms', c => c.text('Terms'))
    const visit = openVisitor(app)
    await signIn(visit)
    calls.length = 0
    const { headers } = await visit.get('/terms')
    expect([calls, headers.getSetCookie(), headers.get('cache-control')]).toEqual([[], [], null])
  })

  const responses: [string, () => Response][] = [
    ['a web Response', () => new Response('ok')],
    ['an immutable Response', () => Response.redirect(`${origin}/`)],
    ['a Response with a cookie', () => new Response('ok', { headers: { 'set-cookie': 'own=1' } })],
    [
      'an HTTPException with a response',
      () => {
        throw new HTTPException(401, { res: new Response('No.', { headers: { 'set-cookie': 'own=1' } }) })
      },
    ],
  ]

  test.each(responses)('is extended if the handler responds with %s', async (_, respond) => {
    const app = createApp(createConfig({ session: { updateAge: 0 } }))
    app.get('/other', async c => {
      await c.get('auth').getSession()
      return respond()
    })
    const visit = openVisitor(app)
    await signIn(visit)
    expect(listSessionCookies(await visit.get('/other'))).toHaveLength(1)
  })

  test('is not extended with the response of a WebSocket, which stays as it is', async () => {
    const app = createApp(createConfig({ session: { updateAge: 0 } }))
    // Node cannot create a response with this status. On Workers, it has the socket.
    const upgrade = Object.defineProperty(new Response(), 'status', { value: 101 })
    let response: Response | undefined
    app.get('/socket', async c => {
      await c.get('auth').getSession()
      return upgrade
    })
    const outer = new Hono().use(async (c, next) => {
      await next()
      response = c.res
      c.res = new Response()
    })
    const visit = openVisitor(outer.route('/', app))
    await signIn(visit)
    await visit.get('/socket')
    expect(response).toBe(upgrade)
  })

  test('is extended for a stream until the response starts, and only read afterwards', async () => {
    const { config, calls } = createStoredConfig()
    const app = createApp(config)
    const visit = openVisitor(app)
    app.get('/stream', c =>
      stream(c, async body => {
        await body.write(`first: ${await readName(c)}`)
        await visit.post('/sign-out')
        await body.write(`, after the sign-out: ${await readName(c)}`)
      }),
    )
    await signIn(visit)
    calls.length = 0
    const response = await visit.get('/stream')
    expect(await response.text()).toBe('first: Ada Lovelace, after the sign-out: visitor')
    expect(calls.filter(method => method === 'updateSession')).toHaveLength(1)
  })

  test('cannot start or end once the response has started, and says so', async () => {
    const { config } = createStoredConfig()
    const app = createApp(config)
    const describeFailure = (error: unknown) => String(error)
    app.get('/stream', c =>
      stream(c, async body => {
        await body.write('started. ')
        const auth = c.get('auth')
        await body.write(await auth.signOut().then(() => 'ended. ', describeFailure))
        await body.write(await auth.signIn({ provider: 'op' }).then(() => 'started. ', describeFailure))
      }),
    )
    const visit = openVisitor(app)
    await signIn(visit)
    const text = await (await visit.get('/stream')).text()
    expect(text).toMatch(/^started\. AuthError: `signOut` sets cookies.*AuthError: `signIn` sets cookies/)
    expect(await readText(visit, '/')).toBe('Ada Lovelace')
  })

  test.each([
    ['before', async (c: Context<HonoAuthEnv>) => void (await readName(c))],
    ['during', async (c: Context<HonoAuthEnv>) => void readName(c)],
  ])(
    'ends although it is extended %s the sign-out, into more cookies than the browser sent',
    async (_, read) => {
      let name = 'short'
      const callbacks: HonoAuthConfig['callbacks'] = { jwt: ({ token }) => ({ ...token, name }) }
      const app = createApp(createConfig({ session: { updateAge: 0 }, callbacks }))
      app.post('/leave', async c => {
        await read(c)
        return c.get('auth').signOut({ redirectTo: '/' })
      })
      const visit = openVisitor(app)
      await signIn(visit)
      name = 'long '.repeat(1000)
      await visit.post('/leave')
      expect(await readText(visit, '/')).toBe('visitor')
    },
  )

  test('is an HTTPException with status 503 if the store is down, whatever handler reads it', async () => {
    let isDown = false
    const { config } = createStoredConfig(method => {
      if (isDown && method === 'getSessionAndUser') throw new Error('The database is down.')
    })
    const causes: unknown[] = []
    const app = createApp({ ...config, revocation: { maxStale: 30 } })
    app.get('/sessions', async c => c.json(await c.get('auth').sessions.list()))
    app.onError((error, c) => {
      causes.push(error.cause)
      return error instanceof HTTPException ? error.getResponse() : c.text('Something went wrong.', 500)
    })
    const visit = openVisitor(app)
    await signIn(visit)
    isDown = true
    for (const path of ['/', '/account', '/sessions']) {
      const response = await visit.get(path)
      expect([path, response.status, response.headers.getSetCookie()]).toEqual([path, 503, []])
    }
    expect(causes.map(cause => cause instanceof SessionUnavailable)).toEqual([true, true, true])
    isDown = false
    expect(await readText(visit, '/')).toBe('Ada Lovelace')
  })
})

describe('`requireAuth` of a Hono app', () => {
  test('throws an HTTPException for an API, which the app can answer itself', async () => {
    const app = createApp(createConfig())
    app.onError((error, c) => c.json({ status: error instanceof HTTPException && error.status }, 401))
    const api = await openVisitor(app).get('/account', { headers: { accept: '*/*' } })
    expect(await api.json()).toEqual({ status: 401 })
  })

  test('requires a recent sign-in, also if the handler before it has read the session', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    onTestFinished(() => void vi.useRealTimers())
    const { auth, requireAuth } = HonoAuth(createConfig())
    const app = new Hono().use(auth, async (c, next) => {
      await readName(c)
      await next()
    })
    app.get('/billing', requireAuth({ maxAge: 300 }), c => c.text('allowed'))
    const visit = openVisitor(app)
    await visit.get(op.authorize(visit.getLocation(await visit.signIn('op'))), { from: op.issuer })
    expect(await readText(visit, '/billing')).toBe('allowed')
    vi.setSystemTime(Date.now() + 301_000)
    expect(visit.getLocation(await visit.get('/billing')).pathname).toBe('/auth/step-up')
  })

  test('needs the middleware `auth`', async () => {
    const { requireAuth } = HonoAuth(createConfig())
    const app = new Hono().use(requireAuth()).onError((error, c) => c.text(error.message, 500))
    expect(await (await app.request('/')).text()).toContain('Call `app.use(auth)` first.')
  })
})

describe('a Hono app', () => {
  test('has a clear error if `auth` is mounted, because Hono removes the path of a mount', async () => {
    const { auth } = HonoAuth(createConfig())
    const app = new Hono().mount('/auth', auth as never).onError((error, c) => c.text(error.message, 500))
    const response = await app.request(`${origin}/auth/signin`)
    expect(await response.text()).toContain('Use `app.use(auth)`, not `app.mount`.')
  })

  test('can be mounted if the request is not replaced', async () => {
    const app = new Hono().mount('/auth', createApp(createConfig()).fetch, { replaceRequest: false })
    const response = await app.request(`${origin}/auth/providers`)
    expect(await response.json()).toMatchObject({ op: { signinUrl: `${origin}/auth/signin/op` } })
  })

  test('serves the actions below the base path of the configuration', async () => {
    const { auth } = HonoAuth(createConfig({ basePath: '/api/auth' }))
    const app = new Hono().basePath('/api').use(auth)
    const response = await app.request(`${origin}/api/auth/providers`)
    expect(await response.json()).toMatchObject({ op: { signinUrl: `${origin}/api/auth/signin/op` } })
  })

  test('can have a configuration per request', async () => {
    const configs = new Map(['a', 'b'].map(name => [name, createConfig({ basePath: `/${name}/auth` })]))
    const { auth } = HonoAuth(
      async c => configs.get(new URL(c.req.url).pathname.slice(1, 2)) ?? createConfig(),
    )
    const app = new Hono().use(auth)
    for (const name of ['a', 'b']) expect((await app.request(`${origin}/${name}/auth/csrf`)).status).toBe(200)
    expect((await app.request(`${origin}/c/auth/csrf`)).status).toBe(404)
  })

  test('reads what the configuration leaves out from the bindings of the platform', async () => {
    const { auth } = HonoAuth({
      providers: [{ ...op.provider(), clientId: undefined, clientSecret: undefined }],
      logger,
    })
    const app = new Hono().use(auth)
    const bindings = {
      AUTH_SECRET: secret,
      AUTH_URL: 'https://workers.example',
      AUTH_OP_ID: 'from-bindings',
      AUTH_OP_SECRET: 'secret',
      DB: { prepare: () => {} },
    }
    const visit = createVisitor(
      request => Promise.resolve(app.fetch(request, bindings)),
      'https://workers.example',
    )
    const { searchParams } = visit.getLocation(await visit.signIn('op'))
    expect(searchParams.get('client_id')).toBe('from-bindings')
    expect(searchParams.get('redirect_uri')).toBe('https://workers.example/auth/callback/op')
  })

  test('passes the address of the client, which `getConnInfo` knows', async () => {
    const seen: unknown[] = []
    const address = {
      id: 'address' as const,
      api: { read: async (ctx: PluginContext) => void seen.push(ctx.request.head.getClientAddress?.()) },
    }
    const config = { ...createConfig(), plugins: [address] as const }
    const read = async (getConnInfo?: () => { remote: { address?: string } }) => {
      const app = new Hono().use(HonoAuth(config, { getConnInfo }).auth)
      app.get('/', async c => c.json((await c.get('auth').api.address.read()) ?? null))
      await app.request(origin)
    }
    await read(() => ({ remote: { address: '203.0.113.7' } }))
    await read(() => {
      throw new TypeError('There is no server.')
    })
    await read()
    expect(seen).toEqual(['203.0.113.7', null, null])
  })
})

describe('the body of a request to the actions of a Hono app', () => {
  const readers: [string, (c: Context) => Promise<unknown>][] = [
    ['parseBody', c => c.req.parseBody()],
    ['formData', c => c.req.formData()],
    ['text', c => c.req.text()],
    ['arrayBuffer', c => c.req.arrayBuffer()],
    ['blob', c => c.req.blob()],
  ]

  function createReadingApp(read: (c: Context) => Promise<unknown>, config = createConfig()) {
    const reading = new Hono().use(async (c, next) => {
      if (c.req.method === 'POST') await read(c)
      await next()
    })
    return reading.route('/', createApp(config))
  }

  test.each(readers)('may have been read by `c.req.%s`', async (_, read) => {
    const visit = openVisitor(createReadingApp(read))
    await visit.signInWithCredentials(ada)
    expect(await readText(visit, '/')).toBe('Ada')
  })

  test.each(readers)('has the limit of Latchkey also after `c.req.%s`', async (_, read) => {
    const visit = openVisitor(createReadingApp(read))
    const response = await visit.post('/auth/signout', { csrfToken: 'ä'.repeat(600_000) })
    expect(response.status).toBe(413)
  })

  test('is a clear error if other code has consumed it', async () => {
    const error = vi.fn<(error: Error) => void>()
    const config = createConfig({ logger: { ...logger, error } })
    const visit = openVisitor(createReadingApp(c => c.req.raw.text(), config))
    const response = await visit.post('/auth/signout')
    expect(response.status).toBe(400)
    expect(error.mock.lastCall?.[0].message).toContain('The body was read before `auth`.')
  })
})
