import { MemoryAdapter } from 'latchkey/adapters/memory'
import createIntegration, { AstroAuth, type AstroContext, type InferAuth } from 'latchkey/astro'
import { AuthError, CredentialsSignin, SessionUnavailable } from 'latchkey/errors'
import type { AuthConfig } from 'latchkey/server'
import { createInMemoryProvider } from 'latchkey/testing'
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { serveBehindProxy } from '../integrations/contract/proxy.js'
import { ada, createTappedAdapter, credentials, origin } from '../support/app.js'
import { createAstroContext } from '../support/astro-context.js'
import { createVisitor, type Visitor } from '../support/visitor.js'
import { loadAstroApp } from './astro-app.js'

const createListener = await loadAstroApp()
const op = createInMemoryProvider()

beforeEach(() => {
  for (const name of ['AUTH_URL', 'NEXTAUTH_URL', 'AUTH_TRUST_HOST', 'AUTH_SECRET'])
    vi.stubEnv(name, undefined)
  onTestFinished(() => void vi.unstubAllEnvs())
})

function createConfig(more: Partial<AuthConfig> = {}): AuthConfig {
  return {
    providers: [op.provider(), credentials],
    secret: 'a secret of the tests of latchkey/astro',
    trustHost: true,
    session: { updateAge: 0 },
    logger: { error: () => {}, warn: () => {} },
    ...more,
  }
}

/** Sessions are in an adapter, which fails while `isDown` returns true. */
function createStoredConfig(isDown = () => false) {
  const { adapter, calls } = createTappedAdapter(MemoryAdapter(), method => {
    if (isDown() && method === 'getSessionAndUser') throw new Error('The database is down.')
  })
  return { calls, config: createConfig({ adapter }) }
}

/** Opens the production build of the app in `installed`. */
async function openBuiltApp(config = createConfig()): Promise<Visitor> {
  const { answer, close } = await serveBehindProxy(createListener(config))
  onTestFinished(close)
  return createVisitor(answer, origin)
}

type Middleware = ReturnType<typeof AstroAuth<AuthConfig>>['onRequest']
type App = NonNullable<Parameters<Middleware>[2]>
type Respond = (auth: InferAuth<Middleware>, context: AstroContext) => Promise<Response> | Response

const integratedApp: App = {
  basePath: '/auth',
  verifiesOrigin: true,
  hasErrorPage: false,
  isDevelopment: false,
  getSecret: () => undefined,
}

/** Opens an app that calls the middleware, as Astro does, with one handler for all pages. */
function openApp(config: AuthConfig, respond: Respond, app?: App): Visitor {
  const { onRequest } = AstroAuth(config)
  return createVisitor(request => {
    const context = createAstroContext(request)
    const next = async () => respond((context.locals as { auth: InferAuth<Middleware> }).auth, context)
    return onRequest(context, next, app)
  }, origin)
}

async function signIn(visit: Visitor): Promise<void> {
  const away = await visit.signIn('op')
  await visit.get(op.authorize(visit.getLocation(away)), { from: op.issuer })
}

const createPage = (headers = {}) =>
  new Response('<p>page</p>', { headers: { 'content-type': 'text/html', ...headers } })

const readSetCookies = (response: Response) => response.headers.getSetCookie().join()

describe('a page', { timeout: 20_000 }, () => {
  test('extends a session that only its components read, reads it once, and is not cached', async () => {
    const { config, calls } = createStoredConfig()
    const visit = await openBuiltApp(config)
    await signIn(visit)
    calls.length = 0
    const response = await visit.get('/page')
    expect((await response.text()).match(/<p>.+?<\/p>/g)).toEqual(Array(2).fill('<p>ada@example.com</p>'))
    expect(response.headers.get('cache-control')).toBe('private, no-store')
    expect(readSetCookies(response)).toContain('session-token=')
    expect(calls.filter(method => method === 'getSessionAndUser')).toHaveLength(1)
  })

  test('keeps the caching that it sets, and the session is not read for it', async () => {
    const visit = await openBuiltApp()
    await visit.signInWithCredentials(ada)
    const response = await visit.get('/cached')
    expect(response.headers.get('cache-control')).toBe('public, max-age=60')
    expect(readSetCookies(response)).not.toContain('session-token')
  })

  test('is 503 before it is sent if the session cannot be read, and its rendering stops', async () => {
    let isDown = false
    const { config } = createStoredConfig(() => isDown)
    const cancel = vi.fn()
    const headers = { 'content-type': 'text/html' }
    const visit = openApp(config, () => new Response(new ReadableStream({ cancel }), { headers }))
    await signIn(visit)
    isDown = true
    const response = await visit.get('/page')
    expect([response.status, await response.text()]).toEqual([
      503,
      'The session is unavailable. Please try again.',
    ])
    expect(readSetCookies(response)).not.toContain('session-token')
    expect(cancel).toHaveBeenCalledOnce()
  })

  test('that is prerendered has no session', async () => {
    const visit = await openBuiltApp()
    await visit.signInWithCredentials(ada)
    const { onRequest } = AstroAuth(createConfig())
    const context = createAstroContext(new Request(`${origin}/static`), { isPrerendered: true })
    const { auth } = await onRequest(context, async () => createPage()).then(
      () => context.locals as { auth: InferAuth<Middleware> },
    )
    expect(await auth.getSession()).toBeNull()
    const message = /needs a request, and this page is prerendered.*`export const prerender = false`/
    for (const name of ['requireAuth', 'signIn', 'signOut'] as const)
      await expect(auth[name]()).rejects.toThrow(message)
    expect(() => auth.sessions).toThrow(message)
    expect(() => auth.api).toThrow(message)
  })
})

describe('a page that misreads a refusal', { timeout: 20_000 }, () => {
  test('is not sent if it reads neither the session nor the response', async () => {
    const visit = await openBuiltApp()
    const refused = await visit.get('/careless')
    expect(refused.status).toBe(303)
    expect(visit.getLocation(refused).pathname).toBe('/auth/signin')
    expect(await refused.text()).not.toContain('members only')
    await signIn(visit)
    expect(await (await visit.get('/careless')).text()).toBe('members only')
  })

  test('is sent if it has read that there is no session', async () => {
    const response = await (await openBuiltApp()).get('/optional')
    expect([response.status, await response.text()]).toEqual([200, 'sign in again to see more'])
  })
})

describe('an error of the app', () => {
  const failing: Respond = async auth => {
    await auth.getSession()
    throw new Error('broken')
  }

  test('keeps the cookies if the app has no error page, and is logged', async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => {})
    onTestFinished(() => void log.mockRestore())
    const visit = openApp(createConfig(), failing, integratedApp)
    await visit.signInWithCredentials(ada)
    const response = await visit.get('/page')
    expect([response.status, response.body]).toEqual([500, null])
    expect(readSetCookies(response)).toContain('session-token=')
    expect(log.mock.calls).toEqual([[new Error('broken')]])
  })

  test.each([
    ['with an error page', { ...integratedApp, hasErrorPage: true }],
    ['in development', { ...integratedApp, isDevelopment: true }],
    ['if the middleware is wired by hand', undefined],
  ])('is left to Astro %s', async (_, app) => {
    await expect(openApp(createConfig(), failing, app).get('/page')).rejects.toThrow('broken')
  })

  test('leaves the cookies to the error page, for which Astro runs the middleware again', async () => {
    const config = createConfig()
    const signedIn = openApp(config, () => createPage())
    await signedIn.signInWithCredentials(ada)
    const { onRequest } = AstroAuth(config)
    const cookie = signedIn.jar.header(origin)
    const context = createAstroContext(new Request(`${origin}/page`, { headers: { cookie } }))
    await expect(onRequest(context, () => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
    const page = await onRequest(context, async () => createPage())
    expect(readSetCookies(page)).toContain('session-token=')
    expect(readSetCookies(await onRequest(context, async () => createPage()))).toBe('')
  })
})

test('an action of Astro that cannot read the session answers with 503, as its client expects', async () => {
  let isDown = false
  const { config } = createStoredConfig(() => isDown)
  const visit = openApp(config, async auth => {
    const error = await auth.getSession().catch((reason: unknown) => reason)
    return error instanceof SessionUnavailable
      ? Response.json({ type: 'AstroActionError', code: 'INTERNAL_SERVER_ERROR' }, { status: 500 })
      : new Response()
  })
  await signIn(visit)
  isDown = true
  const response = await visit.get('/_actions/save')
  expect(response.status).toBe(503)
  expect(await response.json()).toMatchObject({
    type: 'AstroActionError',
    code: 'SERVICE_UNAVAILABLE',
    status: 503,
  })
})

describe('the origin of a form', () => {
  const submit = (visit: Visitor, headers: Record<string, string>) =>
    visit.post('/page', { name: 'Ada' }, { headers: { origin: '', ...headers } })

  test('is verified for the app, with the URL that AUTH_URL sets', async () => {
    vi.stubEnv('AUTH_URL', 'https://public.example')
    const visit = openApp(createConfig(), () => new Response('saved'), integratedApp)
    expect((await submit(visit, { origin: 'https://public.example' })).status).toBe(200)
    for (const refused of ['https://evil.example', origin, 'null', ''])
      expect((await submit(visit, { origin: refused })).status).toBe(403)
  })

  test.each(['POST', 'PUT', 'PATCH', 'DELETE'])('is verified for %s without a content type', async method => {
    const { onRequest } = AstroAuth(createConfig())
    const headers = { origin: 'https://evil.example' }
    const context = createAstroContext(new Request(`${origin}/page`, { method, headers }))
    const response = await onRequest(context, async () => new Response('saved'), integratedApp)
    expect([response.status, await response.text()]).toEqual([
      403,
      `Cross-site ${method} form submissions are forbidden`,
    ])
  })

  test('is left to preflight requests for JSON', async () => {
    const visit = openApp(createConfig(), () => new Response('saved'), integratedApp)
    const headers = { origin: 'https://evil.example', 'content-type': 'application/json' }
    expect((await submit(visit, headers)).status).toBe(200)
  })

  test('is not verified if the app turned it off, or wires the middleware by hand', async () => {
    for (const app of [{ ...integratedApp, verifiesOrigin: false }, undefined]) {
      const visit = openApp(createConfig(), () => new Response('saved'), app)
      expect((await submit(visit, { origin: 'https://evil.example' })).status).toBe(200)
    }
  })

  test('is verified in the production build, where Astro no longer does', async () => {
    const visit = await openBuiltApp()
    const response = await visit.post('/ok', { name: 'Ada' }, { from: 'https://evil.example' })
    expect([response.status, await response.text()]).toEqual([
      403,
      'Cross-site POST form submissions are forbidden',
    ])
  })
})

describe('`locals.auth`', () => {
  test('signs in and out, and the page sees the change', async () => {
    const visit = openApp(createConfig(), async (auth, { request, url }) => {
      if (url.pathname === '/sign-out') return auth.signOut({ redirectTo: '/page' })
      if (url.pathname !== '/sign-in')
        return new Response((await auth.getSession())?.user?.email ?? 'visitor')
      const fields = Object.fromEntries(await request.formData())
      return auth.signIn({ provider: 'credentials', fields, redirectTo: '/page' })
    })
    const redirect = await visit.post('/sign-in', ada)
    expect([redirect.status, redirect.headers.get('location')]).toEqual([303, `${origin}/page`])
    expect(await (await visit.get('/page')).text()).toBe(ada.email)
    await visit.post('/sign-out')
    expect(await (await visit.get('/page')).text()).toBe('visitor')
    const wrong = visit.post('/sign-in', { ...ada, password: 'wrong' })
    await expect(wrong).rejects.toThrow(CredentialsSignin)
    const foreign = await visit.post('/sign-in', ada, { from: 'https://evil.example' })
    expect([foreign.status, foreign.headers.getSetCookie()]).toEqual([403, []])
  })

  test('cannot sign out once the response has started', async () => {
    let signOut: (() => Promise<Response>) | undefined
    const visit = openApp(createConfig(), auth => {
      signOut = auth.signOut
      return createPage()
    })
    await visit.get('/page')
    await expect(signOut?.()).rejects.toThrow(AuthError)
  })

  test('needs Astro 6', async () => {
    const { onRequest } = AstroAuth(createConfig())
    const context = { request: new Request(origin), locals: {} } as AstroContext
    await expect(onRequest(context, async () => new Response())).rejects.toThrow(
      '`onRequest` is middleware of Astro 6 or newer. Update it: npm install astro@latest',
    )
  })
})

describe('the configuration', () => {
  test('reads variables as Astro does, and is below the base of the app', async () => {
    const secrets = new Map([
      ['AUTH_SECRET', 'a secret that only astro:env/server has'],
      ['AUTH_URL', 'https://env.example'],
    ])
    const app = { ...integratedApp, basePath: '/docs/auth', getSecret: (name: string) => secrets.get(name) }
    const visit = openApp({ providers: [op.provider()] }, () => new Response('page'), app)
    const providers = await (await visit.get('/docs/auth/providers')).json()
    expect(providers).toMatchObject({ op: { callbackUrl: 'https://env.example/docs/auth/callback/op' } })
    expect(await (await visit.get('/auth/providers')).text()).toBe('page')
  })

  test('serves the actions through the endpoint alone', async () => {
    const { ALL } = AstroAuth(createConfig())
    const get = (path: string) => ALL(createAstroContext(new Request(origin + path)))
    expect(Object.keys(await (await get('/auth/providers')).json())).toEqual(['op', 'credentials'])
    expect((await get('/auth/other')).status).toBe(404)
  })
})

describe('the integration', () => {
  function setUp(options?: Parameters<typeof createIntegration>[0], security?: { checkOrigin: boolean }) {
    const calls = { route: vi.fn(), middleware: vi.fn(), config: vi.fn(), types: vi.fn(), warn: vi.fn() }
    const { hooks } = createIntegration(options)
    hooks['astro:config:setup']({
      config: { root: new URL('file:///home/my%20app/'), base: '/docs/', security },
      command: 'build',
      logger: { warn: calls.warn },
      injectRoute: calls.route,
      addMiddleware: calls.middleware,
      updateConfig: calls.config,
    })
    hooks['astro:config:done']({ injectTypes: calls.types })
    hooks['astro:routes:resolved']({ routes: [{ pattern: '/500', isPrerendered: false }] })
    const [updated] = calls.config.mock.calls[0] ?? []
    const [plugin] = updated.vite.plugins
    const code: string = plugin.load(plugin.resolveId('virtual:latchkey/middleware'))
    return { calls, updated, code, plugin }
  }

  test('adds the route, the middleware and the types', () => {
    const { calls, updated, code, plugin } = setUp({ entrypoint: './src/lib/auth.ts', basePath: '/login' })
    const entrypoint = './src/lib/auth.ts'
    expect(calls.route.mock.calls).toEqual([[{ pattern: '/login/[...auth]', entrypoint, prerender: false }]])
    expect(calls.middleware.mock.calls).toEqual([
      [{ order: 'pre', entrypoint: 'virtual:latchkey/middleware' }],
    ])
    expect(calls.types.mock.calls[0]?.[0].content).toContain(
      'typeof import("../../../src/lib/auth").onRequest',
    )
    expect(updated.security).toEqual({ checkOrigin: false })
    expect(code).toContain('from "/home/my app/src/lib/auth.ts"')
    expect(code).toContain(
      '{"basePath":"/docs/login","verifiesOrigin":true,"hasErrorPage":true,"isDevelopment":false}',
    )
    expect(plugin.resolveId('astro')).toBeUndefined()
    expect(plugin.load('astro')).toBeUndefined()
  })

  test.each([
    ['`originCheck` leaves it to Astro', { originCheck: 'astro' as const }, { checkOrigin: true }],
    ['the app has turned it off', {}, { checkOrigin: false }],
  ])('verifies no origin if %s', (_, options, security) => {
    const { calls, updated, code } = setUp(options, security)
    const warnings = security.checkOrigin ? [[expect.stringContaining('`security.checkOrigin`')]] : []
    expect(calls.warn.mock.calls).toEqual(warnings)
    expect(updated).not.toHaveProperty('security')
    expect(code).toContain('"verifiesOrigin":false')
  })
})
