import { Readable } from 'node:stream'
import { inspect } from 'node:util'
import Router from '@koa/router'
import Koa, { type Middleware, type ParameterizedContext } from 'koa'
import bodyParser from 'koa-bodyparser'
import { MemoryAdapter } from 'latchkey/adapters/memory'
import { CredentialsSignin, SessionUnavailable } from 'latchkey/errors'
import { type InferState, KoaAuth, type KoaAuthConfig, type KoaAuthState } from 'latchkey/koa'
import type { PluginContext } from 'latchkey/plugins'
import { createInMemoryProvider } from 'latchkey/testing'
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { forward } from '../integrations/contract/proxy.js'
import { ada, createTappedAdapter, credentials, origin, type Tap } from '../support/app.js'
import { serve } from '../support/serve.js'
import { createVisitor, type Visitor } from '../support/visitor.js'

const op = createInMemoryProvider()
const secret = 'a secret of the tests of latchkey/koa'

beforeEach(() => {
  for (const name of ['AUTH_URL', 'NEXTAUTH_URL', 'AUTH_TRUST_HOST', 'AUTH_SECRET'])
    vi.stubEnv(name, undefined)
  onTestFinished(() => void vi.unstubAllEnvs())
})

const logger = { error: () => {}, warn: () => {} }

function createConfig(more: Partial<KoaAuthConfig> = {}): KoaAuthConfig {
  return { providers: [op.provider(), credentials], secret, trustHost: true, logger, ...more }
}

/** Sessions are in an adapter, and are extended at each read. */
function createStoredConfig(tap?: Tap) {
  const { adapter, calls } = createTappedAdapter(MemoryAdapter(), tap)
  return { calls, config: createConfig({ adapter, session: { updateAge: 0 } }) }
}

type App = Koa<KoaAuthState>
type Context = ParameterizedContext<KoaAuthState>

/** Creates an app with pages, and the middleware that a test adds. */
function createApp(config: KoaAuthConfig, ...more: Middleware<KoaAuthState>[]): App {
  const { auth, requireAuth } = KoaAuth(config)
  const app: App = new Koa()
  app.silent = true
  app.use(bodyParser()).use(auth)
  for (const middleware of more) app.use(middleware)
  app.use(createRouter(requireAuth()).routes())
  return app
}

function createRouter(guard: Middleware<KoaAuthState>): Router<KoaAuthState> {
  const router = new Router<KoaAuthState>()
  router.get(
    '/',
    send(ctx => readName(ctx)),
  )
  router.get(
    '/account',
    guard,
    send(ctx => ctx.state.auth.session.user),
  )
  router.get(
    '/open',
    send(ctx => ctx.state.auth.session),
  )
  router.get('/sign-in', async ctx => ctx.redirect(await ctx.state.auth.signIn({ provider: 'op' })))
  router.post('/sign-in/:provider', async ctx => {
    const fields = Object(ctx.request.body)
    const { provider = '' } = ctx['params']
    ctx.redirect(await ctx.state.auth.signIn({ provider, fields, redirectTo: '/account' }))
  })
  router.post('/sign-out', async ctx => ctx.redirect(await ctx.state.auth.signOut({ redirectTo: '/' })))
  return router
}

/** Responds with a body. */
function send<C extends ParameterizedContext>(toBody: (ctx: C) => unknown) {
  return async (ctx: C): Promise<void> => {
    ctx.body = await toBody(ctx)
  }
}

/** Adds a page. */
function showAt(path: string, handle: (ctx: Context) => unknown): Middleware<KoaAuthState> {
  return async (ctx, next) => (ctx.path === path ? void (await handle(ctx)) : next())
}

async function readName(ctx: Context): Promise<string> {
  const session = await ctx.state.auth.getSession()
  return session?.user?.name ?? 'visitor'
}

async function openVisitor(app: Koa<KoaAuthState> | Koa, site = origin): Promise<Visitor> {
  const { answer, close } = forward(await serve(app.callback()))
  onTestFinished(close)
  return createVisitor(answer, site)
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

/** Answers errors with a text, as an app does. */
function answerErrors(toText: (error: unknown) => string): Middleware<KoaAuthState> {
  return async (ctx, next) => {
    try {
      await next()
    } catch (error) {
      ctx.status = 401
      ctx.body = toText(error)
    }
  }
}

describe('sign-in and sign-out of a Koa app', () => {
  test('start in a handler of the app and end on its pages', async () => {
    const visit = await openVisitor(createApp(createConfig()))
    const callback = await signIn(visit)
    expect([callback.status, visit.getLocation(callback).href]).toEqual([302, `${origin}/account`])
    expect(await (await visit.follow(callback)).json()).toMatchObject({ email: 'ada@example.com' })
    expect(visit.getLocation(await visit.post('/sign-out')).href).toBe(`${origin}/`)
    expect(await readText(visit, '/')).toBe('visitor')
  })

  test.each(['/sign-in/op', '/sign-out'])('are rejected at %s if another site sends the form', async path => {
    const visit = await openVisitor(createApp(createConfig()))
    await signIn(visit)
    const response = await visit.post(path, {}, { from: 'https://evil.example' })
    expect([response.status, await response.text()]).toEqual([403, 'The request came from another origin.'])
    expect(await readText(visit, '/')).toBe('Ada Lovelace')
  })

  test('may start by a link of another site', async () => {
    const visit = await openVisitor(createApp(createConfig()))
    const redirect = await visit.get('/sign-in', { from: 'https://news.example' })
    expect(visit.getLocation(redirect).origin).toBe(op.issuer)
  })

  test('throw the error of the provider to middleware that catches errors', async () => {
    const toCode = (error: unknown) => (error instanceof CredentialsSignin ? error.code : 'unknown')
    const visit = await openVisitor(createApp(createConfig(), answerErrors(toCode)))
    const wrong = await visit.post('/sign-in/credentials', { ...ada, password: 'wrong' })
    expect([wrong.status, await wrong.text()]).toEqual([401, 'credentials'])
    expect(visit.getLocation(await visit.post('/sign-in/credentials', ada)).href).toBe(`${origin}/account`)
    expect(await readText(visit, '/')).toBe('Ada')
  })

  test('change the session that the same request reads afterwards', async () => {
    const change = showAt('/switch', async ctx => {
      const names = [await readName(ctx)]
      await ctx.state.auth.signIn({ provider: 'credentials', fields: ada })
      names.push(await readName(ctx))
      await ctx.state.auth.signOut()
      ctx.body = [...names, await readName(ctx)].join(', ')
    })
    const visit = await openVisitor(createApp(createConfig(), change))
    expect(await (await visit.post('/switch')).text()).toBe('visitor, Ada, visitor')
    expect(await readText(visit, '/')).toBe('visitor')
  })

  test('keep the cookies and headers of other middleware', async () => {
    const app = new Koa().use(async (ctx, next) => {
      ctx.set({ 'Set-Cookie': 'locale=en', 'X-Frame-Options': 'DENY' })
      await next()
    })
    const visit = await openVisitor(app.use(KoaAuth(createConfig()).auth))
    const { headers } = await visit.get('/auth/csrf')
    expect(headers.getSetCookie()).toEqual([
      'locale=en',
      expect.stringMatching(/^__Host-authjs\.csrf-token=/),
      expect.stringMatching(/^__Secure-authjs\.callback-url=/),
    ])
    expect(headers.get('x-frame-options')).toBe('DENY')
  })
})

describe('the session of a Koa app', () => {
  test('is read and extended once per request, also if `auth` is used twice', async () => {
    const { config, calls } = createStoredConfig()
    const { auth, requireAuth } = KoaAuth(config)
    const app: App = new Koa()
    app.use(auth).use(async (ctx, next) => {
      await readName(ctx)
      await next()
    })
    app.use(auth).use(requireAuth()).use(requireAuth())
    app.use(send(async ctx => [await readName(ctx), ctx.state.auth.session.user?.name].join()))
    const visit = await openVisitor(app)
    await visit.get(op.authorize(visit.getLocation(await visit.signIn('op'))), { from: op.issuer })
    calls.length = 0
    const response = await visit.get('/twice')
    expect(await response.text()).toBe('Ada Lovelace,Ada Lovelace')
    expect(calls.filter(method => method === 'getSessionAndUser')).toHaveLength(1)
    expect(listSessionCookies(response)).toEqual([expect.stringMatching(/HttpOnly; Secure/)])
    expect(response.headers.get('cache-control')).toBe('private, no-store')
  })

  test('is not read for pages that do not need it', async () => {
    const { config, calls } = createStoredConfig()
    const visit = await openVisitor(
      createApp(
        config,
        showAt(
          '/terms',
          send(() => 'Terms'),
        ),
      ),
    )
    await signIn(visit)
    calls.length = 0
    const { headers } = await visit.get('/terms')
    expect([calls, headers.getSetCookie(), headers.get('cache-control')]).toEqual([[], [], null])
  })

  const responses: [string, (ctx: Context) => unknown][] = [
    ['a web Response', send(() => new Response('ok', { headers: { 'set-cookie': 'own=1' } }))],
    ['a stream', send(() => Readable.from(['o', 'k']))],
    ['a status without a body', send(() => null)],
    ['no response', () => {}],
    ['an error', ctx => ctx.throw(500, 'broken')],
  ]

  test.each(responses)('is extended once if the handler responds with %s', async (_, respond) => {
    const config = createConfig({ session: { updateAge: 0 } })
    const page = showAt('/other', async ctx => {
      await ctx.state.auth.getSession()
      await respond(ctx)
    })
    const visit = await openVisitor(createApp(config, page))
    await signIn(visit)
    expect(listSessionCookies(await visit.get('/other'))).toHaveLength(1)
  })

  test('is extended on an error whose headers stay, and is not part of what a logger writes of it', async () => {
    const config = createConfig({ session: { updateAge: 0 } })
    const page = showAt('/other', async ctx => {
      await ctx.state.auth.getSession()
      ctx.throw(429, 'Wait.', { headers: { 'Retry-After': '1', 'set-cookie': 'own=1' } })
    })
    const app = createApp(config, page)
    const errors: unknown[] = []
    app.on('error', error => errors.push(error))
    const visit = await openVisitor(app)
    await signIn(visit)
    const response = await visit.get('/other')
    expect([response.status, response.headers.get('retry-after')]).toEqual([429, '1'])
    expect(response.headers.getSetCookie()).toEqual([expect.stringContaining('session-token='), 'own=1'])
    expect(errors).toHaveLength(1)
    expect(inspect(errors) + JSON.stringify(errors)).not.toContain('session-token')
  })

  test('keeps the `Cache-Control` of the app, but not on an error', async () => {
    const page = showAt('/other', async ctx => {
      ctx.set('Cache-Control', 'private, max-age=5')
      ctx.body = await readName(ctx)
      if (ctx.query['fail']) ctx.throw(400, 'No.')
    })
    const visit = await openVisitor(createApp(createConfig(), page))
    await signIn(visit)
    expect((await visit.get('/other')).headers.get('cache-control')).toBe('private, max-age=5')
    expect((await visit.get('/other?fail=1')).headers.get('cache-control')).toBe('private, no-store')
  })

  test('is only read once a stream has started', async () => {
    const { config, calls } = createStoredConfig()
    async function* write(ctx: Context) {
      yield `first: ${await readName(ctx)}`
      await visit.post('/sign-out')
      yield `, after the sign-out: ${await readName(ctx)}`
      yield `, ${await ctx.state.auth.signOut().catch(String)}`
    }
    const page = showAt(
      '/stream',
      send(ctx => Readable.from(write(ctx))),
    )
    const visit = await openVisitor(createApp(config, page))
    await signIn(visit)
    calls.length = 0
    expect(await readText(visit, '/stream')).toMatch(
      /^first: Ada Lovelace, after the sign-out: visitor, AuthError: `signOut` sets cookies/,
    )
    expect(calls).not.toContain('updateSession')
  })

  test('is extended if a handler writes the response later, or with the cookies that it takes', async () => {
    const { config } = createStoredConfig()
    const later = showAt('/later', async ctx => {
      ctx.respond = false
      const name = `${await readName(ctx)}, ${await readName(ctx)}`
      setImmediate(() => ctx.res.writeHead(200, { 'x-own': 'yes' }).end(name))
    })
    const taken = showAt('/taken', async ctx => {
      ctx.respond = false
      await readName(ctx)
      const cookies = await ctx.state.auth.takeCookies()
      ctx.res.writeHead(200, { 'set-cookie': [...cookies] })
      ctx.res.end(await readName(ctx))
    })
    const visit = await openVisitor(createApp(config, later, taken))
    await signIn(visit)
    const first = await visit.get('/later')
    expect([await first.text(), listSessionCookies(first).length]).toEqual(['Ada Lovelace, Ada Lovelace', 1])
    const second = await visit.get('/taken')
    expect([await second.text(), listSessionCookies(second).length]).toEqual(['Ada Lovelace', 1])
  })

  test('is an error with status 503 if the store is down, whatever reads it', async () => {
    let isDown = false
    const { config } = createStoredConfig(method => {
      if (isDown && method === 'getSessionAndUser') throw new Error('The database is down.')
    })
    const list = showAt('/sessions', async ctx => {
      ctx.body = await ctx.state.auth.sessions.list()
    })
    const app = createApp({ ...config, revocation: { maxStale: 30 } }, list)
    const causes: unknown[] = []
    app.on('error', error => causes.push(error.cause))
    const visit = await openVisitor(app)
    await signIn(visit)
    isDown = true
    for (const path of ['/', '/account', '/sessions']) {
      const response = await visit.get(path)
      expect([path, response.status, response.headers.getSetCookie()]).toEqual([path, 503, []])
      expect(await response.text()).toBe('The session is unavailable. Please try again.')
    }
    expect(causes.map(cause => cause instanceof SessionUnavailable)).toEqual([true, true, true])
    isDown = false
    expect(await readText(visit, '/')).toBe('Ada Lovelace')
  })
})

describe('`requireAuth` of a Koa app', () => {
  test('requires a recent sign-in, also if middleware before it has read the session', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    onTestFinished(() => void vi.useRealTimers())
    const { auth, requireAuth } = KoaAuth(createConfig())
    const app: App = new Koa()
    app.use(auth).use(async (ctx, next) => {
      await readName(ctx)
      await next()
    })
    app.use(requireAuth({ maxAge: 300 })).use(send(() => 'allowed'))
    const visit = await openVisitor(app)
    await visit.get(op.authorize(visit.getLocation(await visit.signIn('op'))), { from: op.issuer })
    expect(await readText(visit, '/billing')).toBe('allowed')
    vi.setSystemTime(Date.now() + 301_000)
    expect(visit.getLocation(await visit.get('/billing')).pathname).toBe('/auth/step-up')
  })

  test('needs the middleware `auth`, and `ctx.state.auth.session` needs `requireAuth`', async () => {
    const failures: string[] = []
    const unused: App = new Koa()
    unused.use(KoaAuth(createConfig()).requireAuth()).on('error', error => failures.push(String(error)))
    const app = createApp(createConfig()).on('error', error => failures.push(String(error)))
    expect((await (await openVisitor(unused)).get('/')).status).toBe(500)
    expect((await (await openVisitor(app)).get('/open')).status).toBe(500)
    expect(failures).toEqual([
      expect.stringContaining('Call `app.use(auth)` first.'),
      expect.stringContaining('needs `requireAuth`'),
    ])
  })
})

describe('the middleware of a Koa app', () => {
  test('can have a configuration per request', async () => {
    const configs = new Map(
      ['a', 'b'].map(name => [`${name}.example`, createConfig({ secret: `${secret} ${name}` })]),
    )
    const { auth } = KoaAuth(async ctx => configs.get(ctx.hostname) ?? createConfig())
    const app: App = new Koa({ proxy: true })
    app.use(auth).use(send(ctx => readName(ctx)))
    const visit = await openVisitor(app, 'https://a.example')
    await visit.signInWithCredentials(ada)
    expect(await readText(visit, '/')).toBe('Ada')
    const cookie = visit.jar.header('https://a.example/')
    const other = await (await openVisitor(app, 'https://b.example')).get('/', { headers: { cookie } })
    expect(await other.text()).toBe('visitor')
  })

  test('leaves paths below its own that are not actions to the app', async () => {
    const visit = await openVisitor(
      createApp(
        createConfig(),
        showAt(
          '/auth/help',
          send(() => 'help'),
        ),
      ),
    )
    expect(await readText(visit, '/auth/help')).toBe('help')
    expect((await visit.get('/auth/unknown')).status).toBe(404)
  })

  test('says so if it is called by another framework', async () => {
    const { auth } = KoaAuth(createConfig())
    const callUntyped = (...args: object[]): unknown => Reflect.apply(auth, null, args)
    const expressRequest = { originalUrl: '/', headers: {} }
    await expect(callUntyped(expressRequest, {}, () => {})).rejects.toThrow('middleware of Koa 2 or 3')
    await expect(callUntyped()).rejects.toThrow('middleware of Koa 2 or 3')
  })
})

describe('the client of a Koa app', () => {
  test.each([
    [{ proxy: true, maxIpsCount: 1 }, '203.0.113.7'],
    [{}, expect.stringMatching(/^(::1|(::ffff:)?127\.0\.0\.1)$/)],
  ])('is, with the options %o of Koa, the one that Koa derives', async (options, client) => {
    const seen: unknown[] = []
    const address = {
      id: 'address' as const,
      api: { read: async (ctx: PluginContext) => void seen.push(ctx.request.head.getClientAddress?.()) },
    }
    const { auth } = KoaAuth({ ...createConfig(), plugins: [address] as const })
    const app = new Koa<InferState<typeof auth>>(options)
    app.use(auth).use(send(ctx => ctx.state.auth.api.address.read()))
    const { answer, close } = forward(await serve(app.callback()))
    onTestFinished(close)
    await answer(new Request(origin, { headers: { 'x-forwarded-for': '192.0.2.1, 203.0.113.7' } }))
    expect(seen).toEqual([client])
  })
})
