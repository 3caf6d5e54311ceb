import { Readable } from 'node:stream'
import formBody from '@fastify/formbody'
import Fastify, {
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  type FastifyServerOptions,
} from 'fastify'
import { MemoryAdapter } from 'latchkey/adapters/memory'
import { CredentialsSignin, SessionUnavailable } from 'latchkey/errors'
import { FastifyAuth, type FastifyAuthConfig } from 'latchkey/fastify'
import type { PluginContext } from 'latchkey/plugins'
import { createInMemoryProvider } from 'latchkey/testing'
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { ada, createTappedAdapter, credentials, origin, type Tap } from '../support/app.js'
import { injectRequest } from '../support/inject-request.js'
import { createVisitor, type Visitor } from '../support/visitor.js'

const op = createInMemoryProvider()
const secret = 'a secret of the tests of latchkey/fastify'

beforeEach(() => {
  for (const name of ['AUTH_URL', 'NEXTAUTH_URL', 'AUTH_TRUST_HOST', 'AUTH_SECRET'])
    vi.stubEnv(name, undefined)
  onTestFinished(() => void vi.unstubAllEnvs())
})

const logger = { error: () => {}, warn: () => {} }

function createConfig(more: Partial<FastifyAuthConfig> = {}): FastifyAuthConfig {
  return { providers: [op.provider(), credentials], secret, trustHost: true, logger, ...more }
}

/** Sessions are in an adapter, and are extended at each read. */
function createStoredConfig(tap?: Tap) {
  const { adapter, calls } = createTappedAdapter(MemoryAdapter(), tap)
  return { calls, config: createConfig({ adapter, session: { updateAge: 0 } }) }
}

/** Creates an app with the plugin and pages. A promise of the app itself would wait until the app is ready. */
async function createApp(
  config: FastifyAuthConfig,
  options?: FastifyServerOptions,
): Promise<{ readonly app: FastifyInstance }> {
  const { auth, requireAuth } = FastifyAuth(config)
  const app = Fastify(options)
  await app.register(formBody)
  await app.register(auth)
  app.get('/', readName)
  app.get('/account', { preHandler: requireAuth() }, async request => request.auth.session.user)
  app.get('/sign-in', async (request, reply) =>
    reply.redirect(await request.auth.signIn({ provider: 'op' }), 303),
  )
  app.post<{ Params: { provider: string }; Body?: Record<string, string> }>(
    '/sign-in/:provider',
    async ({ auth: requestAuth, params: { provider }, body: fields = {} }, reply) =>
      reply.redirect(await requestAuth.signIn({ provider, fields, redirectTo: '/account' }), 303),
  )
  app.post('/sign-out', async (request, reply) =>
    reply.redirect(await request.auth.signOut({ redirectTo: '/' }), 303),
  )
  return { app }
}

async function readName(request: FastifyRequest): Promise<string> {
  const session = await request.auth.getSession()
  return session?.user?.name ?? 'visitor'
}

function openVisitor(app: FastifyInstance): Visitor {
  return createVisitor(request => injectRequest(app, request), origin)
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

describe('sign-in and sign-out of a Fastify app', () => {
  test('start in a handler of the app and end on its pages', async () => {
    const visit = openVisitor((await createApp(createConfig())).app)
    const callback = await signIn(visit)
    expect([callback.status, visit.getLocation(callback).href]).toEqual([302, `${origin}/account`])
    expect(await (await visit.follow(callback)).json()).toMatchObject({ email: 'ada@example.com' })
    const signedOut = await visit.post('/sign-out')
    expect([signedOut.status, visit.getLocation(signedOut).href]).toEqual([303, `${origin}/`])
    expect(await readText(visit, '/')).toBe('visitor')
  })

  test.each(['/sign-in/op', '/sign-out'])('are rejected at %s if another site sends the form', async path => {
    const visit = openVisitor((await createApp(createConfig())).app)
    await signIn(visit)
    const response = await visit.post(path, {}, { from: 'https://evil.example' })
    expect(response.status).toBe(403)
    expect(await response.json()).toMatchObject({
      code: 'LATCHKEY_CROSS_ORIGIN_REQUEST',
      message: 'The request came from another origin.',
    })
    expect(await readText(visit, '/')).toBe('Ada Lovelace')
  })

  test('may start by a link of another site', async () => {
    const visit = openVisitor((await createApp(createConfig())).app)
    const redirect = await visit.get('/sign-in', { from: 'https://news.example' })
    expect(visit.getLocation(redirect).origin).toBe(op.issuer)
  })

  test('throw the error of the provider to the error handler', async () => {
    const { app } = await createApp(createConfig())
    app.setErrorHandler((error, _, reply) =>
      reply.code(401).send(error instanceof CredentialsSignin ? error.code : 'unknown'),
    )
    const visit = openVisitor(app)
    const wrong = await visit.post('/sign-in/credentials', { ...ada, password: 'wrong' })
    expect([wrong.status, await wrong.text()]).toEqual([401, 'credentials'])
    expect(visit.getLocation(await visit.post('/sign-in/credentials', ada)).href).toBe(`${origin}/account`)
    expect(await readText(visit, '/')).toBe('Ada')
  })

  test('change the session that the same request reads afterwards', async () => {
    const { app } = await createApp(createConfig())
    app.post('/switch', async request => {
      const names = [await readName(request)]
      await request.auth.signIn({ provider: 'credentials', fields: ada })
      names.push(await readName(request))
      await request.auth.signOut()
      names.push(await readName(request))
      return names.join(', ')
    })
    const visit = openVisitor(app)
    expect(await (await visit.post('/switch')).text()).toBe('visitor, Ada, visitor')
    expect(await readText(visit, '/')).toBe('visitor')
  })

  test('keep the cookies and headers of other plugins', async () => {
    const app = Fastify()
    app.addHook('onRequest', async (_, reply) => {
      reply.headers({ 'set-cookie': 'locale=en', 'x-frame-options': 'DENY' })
    })
    await app.register(FastifyAuth(createConfig()).auth)
    const response = await openVisitor(app).get('/auth/csrf')
    expect(response.headers.getSetCookie()).toEqual([
      'locale=en',
      expect.stringMatching(/^__Host-authjs\.csrf-token=/),
      expect.stringMatching(/^__Secure-authjs\.callback-url=/),
    ])
    expect(response.headers.get('x-frame-options')).toBe('DENY')
  })
})

describe('the session of a Fastify app', () => {
  test('is read and extended once per request, however often hooks, guards and handlers read it', async () => {
    const { config, calls } = createStoredConfig()
    const { auth, requireAuth } = FastifyAuth(config)
    const app = Fastify()
    await app.register(auth)
    app.addHook('preHandler', async request => void (await readName(request)))
    app.get('/twice', { preHandler: [requireAuth(), requireAuth()] }, async request =>
      [await readName(request), request.auth.session.user?.name].join(),
    )
    const visit = openVisitor(app)
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
    const { app } = await createApp(config)
    app.get('/terms', async () => 'Terms')
    const visit = openVisitor(app)
    await signIn(visit)
    calls.length = 0
    const { headers } = await visit.get('/terms')
    expect([calls, headers.getSetCookie(), headers.get('cache-control')]).toEqual([[], [], null])
  })

  const replies: [string, (reply: FastifyReply) => unknown][] = [
    ['a web Response', () => new Response('ok', { headers: { 'set-cookie': 'own=1' } })],
    ['an immutable Response', () => Response.redirect(`${origin}/`)],
    ['a stream', () => Readable.from(['o', 'k'])],
    ['a status without a body', reply => reply.code(204).send()],
    ['an unknown page', reply => reply.callNotFound()],
    ['an error that another onSend hook throws', reply => reply.header('x-fail', 'yes').send('ok')],
  ]

  test.each(replies)('is extended once if the handler replies with %s', async (_, send) => {
    const { app } = await createApp(createConfig({ session: { updateAge: 0 } }))
    app.addHook('onSend', async (_request, reply) => {
      if (reply.statusCode < 500 && reply.hasHeader('x-fail')) throw new Error('broken')
    })
    app.get('/other', async (request, reply) => {
      await request.auth.getSession()
      return send(reply)
    })
    const visit = openVisitor(app)
    await signIn(visit)
    expect(listSessionCookies(await visit.get('/other'))).toHaveLength(1)
  })

  test('keeps the `Cache-Control` of the app', async () => {
    const { app } = await createApp(createConfig())
    app.get('/other', async (request, reply) => {
      reply.header('cache-control', 'private, max-age=5')
      return readName(request)
    })
    const visit = openVisitor(app)
    await signIn(visit)
    expect((await visit.get('/other')).headers.get('cache-control')).toBe('private, max-age=5')
  })

  test('is extended for a stream until the reply starts, and only read afterwards', async () => {
    const { config, calls } = createStoredConfig()
    const { app } = await createApp(config)
    const visit = openVisitor(app)
    app.get('/stream', async request =>
      Readable.from(
        (async function* () {
          yield `first: ${await readName(request)}`
          await visit.post('/sign-out')
          yield `, after the sign-out: ${await readName(request)}`
          yield `, ${await request.auth.signOut().catch(String)}`
        })(),
      ),
    )
    await signIn(visit)
    calls.length = 0
    const response = await visit.get('/stream')
    expect(await response.text()).toMatch(
      /^first: Ada Lovelace, after the sign-out: visitor, AuthError: `signOut` sets cookies/,
    )
    expect(calls).not.toContain('updateSession')
  })

  test('is extended by the cookies that a handler takes before it hijacks the reply, and only read afterwards', async () => {
    const { config, calls } = createStoredConfig()
    const { app } = await createApp(config)
    app.get('/taken', async (request, reply) => {
      await readName(request)
      const cookies = await request.auth.takeCookies()
      reply.hijack()
      reply.raw.writeHead(200, { 'set-cookie': [...cookies] })
      reply.raw.end(await readName(request))
    })
    app.get('/hijacked', async (request, reply) => {
      reply.hijack()
      reply.raw.end(await readName(request))
    })
    const visit = openVisitor(app)
    await signIn(visit)
    calls.length = 0
    const taken = await visit.get('/taken')
    expect([await taken.text(), listSessionCookies(taken).length]).toEqual(['Ada Lovelace', 1])
    expect(calls.filter(method => method === 'updateSession')).toHaveLength(1)
    const hijacked = await visit.get('/hijacked')
    expect([await hijacked.text(), listSessionCookies(hijacked).length]).toEqual(['Ada Lovelace', 0])
    expect(calls.filter(method => method === 'updateSession')).toHaveLength(1)
  })

  test('is an error with status 503 if the store is down, whatever reads it', async () => {
    let isDown = false
    const { config } = createStoredConfig(method => {
      if (isDown && method === 'getSessionAndUser') throw new Error('The database is down.')
    })
    const { app } = await createApp({ ...config, revocation: { maxStale: 30 } })
    app.get('/sessions', async request => request.auth.sessions.list())
    const causes: unknown[] = []
    app.addHook('onError', async (_request, _reply, error) => void causes.push(error.cause))
    const visit = openVisitor(app)
    await signIn(visit)
    isDown = true
    for (const path of ['/', '/account', '/sessions']) {
      const response = await visit.get(path)
      expect([path, response.status, response.headers.getSetCookie()]).toEqual([path, 503, []])
      expect(await response.json()).toMatchObject({ code: 'LATCHKEY_SESSION_UNAVAILABLE' })
    }
    expect(causes.map(cause => cause instanceof SessionUnavailable)).toEqual([true, true, true])
    isDown = false
    expect(await readText(visit, '/')).toBe('Ada Lovelace')
  })
})

describe('`requireAuth` of a Fastify app', () => {
  test('guards all routes of a plugin', async () => {
    const { auth, requireAuth } = FastifyAuth(createConfig())
    const app = Fastify()
    await app.register(auth)
    await app.register(async admin => {
      admin.addHook('preHandler', requireAuth())
      admin.get('/admin', async request => request.auth.session.user?.name)
    })
    app.get('/open', async () => 'open')
    const visit = openVisitor(app)
    expect([(await visit.get('/admin')).status, (await visit.get('/open')).status]).toEqual([303, 200])
    await visit.signInWithCredentials(ada)
    expect(await readText(visit, '/admin')).toBe('Ada')
  })

  test('requires a recent sign-in, also if a hook before it has read the session', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    onTestFinished(() => void vi.useRealTimers())
    const { auth, requireAuth } = FastifyAuth(createConfig())
    const app = Fastify()
    await app.register(auth)
    app.addHook('preHandler', async request => void (await readName(request)))
    app.get('/billing', { preHandler: requireAuth({ maxAge: 300 }) }, async () => 'allowed')
    const visit = openVisitor(app)
    await visit.get(op.authorize(visit.getLocation(await visit.signIn('op'))), { from: op.issuer })
    expect(await readText(visit, '/billing')).toBe('allowed')
    vi.setSystemTime(Date.now() + 301_000)
    expect(visit.getLocation(await visit.get('/billing')).pathname).toBe('/auth/step-up')
  })

  test('needs the plugin, and `request.auth.session` needs `requireAuth`', async () => {
    const { requireAuth } = FastifyAuth(createConfig())
    const unregistered = Fastify()
    unregistered.get('/', { preHandler: requireAuth() }, async () => 'allowed')
    expect((await unregistered.inject('/')).body).toContain('Call `await app.register(auth)` first.')
    const { app } = await createApp(createConfig())
    app.get('/open', async request => request.auth.session)
    expect((await app.inject('/open')).body).toContain('needs `requireAuth`')
  })
})

describe('the plugin of a Fastify app', () => {
  test('is checked by Fastify against its version', async () => {
    const app = Fastify()
    Object.defineProperty(app, 'version', { value: '4.29.0' })
    const failure = await app.register(FastifyAuth(createConfig()).auth).then(() => null, String)
    expect(failure).toContain('FST_ERR_PLUGIN_VERSION_MISMATCH')
    expect(failure).toContain('latchkey')
  })

  const paths: [string, Partial<FastifyAuthConfig>, { parent?: string; prefix?: string }, string][] = [
    ['the default', {}, {}, '/auth'],
    ['`basePath`', { basePath: '/api/auth' }, {}, '/api/auth'],
    ['the option `prefix`', { basePath: '/other' }, { prefix: '/api/auth/' }, '/api/auth'],
    ['an empty `prefix`', {}, { prefix: '/' }, '/auth'],
    ['the prefix of its parent', {}, { parent: '/v1' }, '/v1/auth'],
    [
      '`basePath`, which contains the prefix of its parent',
      { basePath: '/v1/login' },
      { parent: '/v1' },
      '/v1/login',
    ],
  ]

  test.each(paths)('serves the actions below %s', async (_, config, { parent, ...options }, path) => {
    const { auth } = FastifyAuth(createConfig(config))
    const app = Fastify()
    await app.register(
      async child => void (await child.register(auth, options)),
      parent ? { prefix: parent } : {},
    )
    const response = await openVisitor(app).get(`${path}/providers`)
    expect(await response.json()).toMatchObject({ op: { signinUrl: `${origin}${path}/signin/op` } })
  })

  test('can have a configuration per request', async () => {
    const configs = new Map(
      ['a', 'b'].map(name => [`${name}.example`, createConfig({ secret: `${secret} ${name}` })]),
    )
    const { auth } = FastifyAuth(async request => configs.get(request.hostname) ?? createConfig())
    const app = Fastify()
    await app.register(auth, { prefix: '/login' })
    app.get('/', readName)
    const visit = createVisitor(request => injectRequest(app, request), 'https://a.example', {
      basePath: '/login',
    })
    await visit.signInWithCredentials(ada)
    expect(await readText(visit, '/')).toBe('Ada')
    const cookie = visit.jar.header('https://a.example/')
    const other = await app.inject({
      url: '/',
      headers: { host: 'b.example', 'x-forwarded-proto': 'https', cookie },
    })
    expect(other.body).toBe('visitor')
  })

  test('leaves paths below its own that are not actions to the app', async () => {
    const { app } = await createApp(createConfig())
    app.get('/auth/help', async () => 'help')
    app.setNotFoundHandler(async (_, reply) => reply.code(404).send('No such page.'))
    const visit = openVisitor(app)
    expect(await readText(visit, '/auth/help')).toBe('help')
    const unknown = await visit.get('/auth/unknown')
    expect([unknown.status, await unknown.text()]).toEqual([404, 'No such page.'])
  })

  test('leaves the body parsers of the app as they are', async () => {
    const app = Fastify()
    await app.register(FastifyAuth(createConfig()).auth)
    app.post('/form', async () => 'parsed')
    const visit = openVisitor(app)
    expect((await visit.post('/form', { a: 'b' })).status).toBe(415)
    await visit.signInWithCredentials(ada)
    expect(await (await visit.get('/auth/session')).json()).toMatchObject({ user: { name: 'Ada' } })
  })

  test('binds the functions of plugins, and their cookies, to the request', async () => {
    const seen: unknown[] = []
    const address = {
      id: 'address' as const,
      api: { read: async (ctx: PluginContext) => void seen.push(ctx.request.head.getClientAddress?.()) },
    }
    const { auth } = FastifyAuth({ ...createConfig(), plugins: [address] as const })
    const app = Fastify({ trustProxy: true })
    await app.register(auth)
    app.get('/', async request => {
      await (request.auth.api as { address: { read(): Promise<void> } }).address.read()
      return 'ok'
    })
    const headers = { 'x-forwarded-for': '203.0.113.7' }
    expect((await app.inject({ url: '/', headers })).body).toBe('ok')
    expect(seen).toEqual(['203.0.113.7'])
  })
})

describe('the origin of a Fastify app', () => {
  const forwarded = {
    'x-forwarded-host': 'public.example',
    'x-forwarded-proto': 'https',
    host: 'inner.example',
  }

  async function readOrigin(
    options: FastifyServerOptions,
    headers: Record<string, string>,
    config: Partial<FastifyAuthConfig> = {},
  ): Promise<string> {
    const { app } = await createApp(createConfig(config), options)
    const { body } = await app.inject({ url: '/auth/providers', headers })
    return new URL(JSON.parse(body).op.signinUrl).origin
  }

  test('follows the proxies that `trustProxy` names, and no others', async () => {
    expect(await readOrigin({ trustProxy: true }, forwarded)).toBe('https://public.example')
    expect(await readOrigin({ trustProxy: '127.0.0.1' }, forwarded)).toBe('https://public.example')
    expect(await readOrigin({ trustProxy: '10.0.0.1' }, forwarded)).toBe('http://inner.example')
  })

  test('is that of the nearest proxy if a client sent a header of its own', async () => {
    const headers = { ...forwarded, 'x-forwarded-host': 'evil.example, public.example' }
    expect(await readOrigin({ trustProxy: true }, headers)).toBe('https://public.example')
  })

  test('is that of AUTH_URL if it is set', async () => {
    vi.stubEnv('AUTH_URL', origin)
    expect(await readOrigin({ trustProxy: true }, forwarded)).toBe(origin)
  })
})
