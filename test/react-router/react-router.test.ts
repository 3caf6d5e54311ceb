import { MemoryAdapter } from 'latchkey/adapters/memory'
import { CredentialsSignin } from 'latchkey/errors'
import type { PluginContext } from 'latchkey/plugins'
import { ReactRouterAuth, type ReactRouterAuthConfig } from 'latchkey/react-router'
import { createInMemoryProvider } from 'latchkey/testing'
import { data, type LoaderFunctionArgs } from 'react-router'
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { ada, createTappedAdapter, credentials, origin, type Tap } from '../support/app.js'
import { createVisitor, type Visitor } from '../support/visitor.js'
import { type AppOptions, createReactRouterApp, type TestRoute } from './create-app.js'

const op = createInMemoryProvider()
const secret = 'a secret of the tests of latchkey/react-router'
const logger = { error: () => {}, warn: () => {} }

beforeEach(() => {
  for (const name of ['AUTH_URL', 'NEXTAUTH_URL', 'AUTH_TRUST_HOST', 'AUTH_SECRET'])
    vi.stubEnv(name, undefined)
  vi.spyOn(console, 'error').mockImplementation(() => {})
  onTestFinished(() => {
    vi.unstubAllEnvs()
    vi.restoreAllMocks()
  })
})

function createConfig(more: Partial<ReactRouterAuthConfig> = {}): ReactRouterAuthConfig {
  return { providers: [op.provider(), credentials], secret, trustHost: true, logger, ...more }
}

/** Sessions are in an adapter, and are extended at each read. */
function createStoredConfig(tap?: Tap) {
  const { adapter, calls } = createTappedAdapter(MemoryAdapter(), tap)
  return { calls, config: createConfig({ adapter, session: { updateAge: 0 } }) }
}

type Auth = ReturnType<typeof ReactRouterAuth<ReactRouterAuthConfig>>

/** Opens a visitor of an app, whose pages show the error of their loader. */
function open(
  config: ReactRouterAuthConfig,
  createRoutes: (auth: Auth) => Record<string, TestRoute> = () => ({}),
  options?: AppOptions,
): Visitor {
  const auth = ReactRouterAuth(config)
  const { authMiddleware, authContext, sessionContext, requireAuth, handleAuth } = auth
  const routes: Record<string, TestRoute> = {
    root: { middleware: [authMiddleware], ErrorBoundary: () => 'Something went wrong.' },
    index: {
      default: () => null,
      loader: async ({ context }) => (await context.get(authContext).getSession())?.user?.name ?? 'visitor',
    },
    'auth/*': { loader: handleAuth, action: handleAuth },
    account: {
      default: () => null,
      middleware: [requireAuth()],
      loader: ({ context }) => context.get(sessionContext).user?.email,
    },
    'sign-in/:provider': {
      default: () => null,
      action: async ({ request, params, context }) => {
        const fields = Object.fromEntries(await request.formData())
        const { provider = '' } = params
        return context.get(authContext).signIn({ provider, fields, redirectTo: '/account' })
      },
    },
    'sign-out': { action: ({ context }) => context.get(authContext).signOut({ redirectTo: '/' }) },
    ...createRoutes(auth),
  }
  return createVisitor(createReactRouterApp(routes, options), origin)
}

/** Signs in at the provider, from the app's own form. */
async function signIn(visit: Visitor): Promise<Response> {
  const redirect = await visit.post('/sign-in/op')
  return visit.get(op.authorize(visit.getLocation(redirect)), { from: op.issuer })
}

/** Requests what the router in the browser does: the data of a page. */
function requestData(visit: Visitor, path: string): Promise<Response> {
  return visit.get(path, { headers: { accept: '*/*' } })
}

/** Reads a redirect as the router in the browser receives it: an array whose objects refer to keys and values by their index. */
async function readDataRedirect(response: Response): Promise<object> {
  expect([response.status, response.headers.get('content-type')]).toEqual([202, 'text/x-script'])
  const values: unknown[] = JSON.parse(await response.text())
  const objects = values.filter(value => typeof value === 'object' && value !== null)
  const decode = (value: object) =>
    Object.fromEntries(
      Object.entries(value).map(([key, index]) => [values[Number(key.slice(1))], values[index]]),
    )
  const { redirect, reload } = objects.map(decode).find(value => 'redirect' in value) ?? {}
  return { redirect, reload }
}

function listSessionCookies(response: Response): string[] {
  return response.headers.getSetCookie().filter(line => line.includes('session-token'))
}

describe('sign-in and sign-out of a React Router app', () => {
  test('start in an action and end on the pages of the app, by document requests', async () => {
    const visit = open(createConfig())
    const redirect = await visit.post('/sign-in/op')
    expect([redirect.status, redirect.headers.get('x-remix-reload-document')]).toEqual([303, 'true'])
    const callback = await visit.get(op.authorize(visit.getLocation(redirect)), { from: op.issuer })
    expect(visit.getLocation(callback).href).toBe(`${origin}/account`)
    expect((await visit.follow(callback)).status).toBe(200)
    const signedOut = await visit.post('/sign-out')
    expect([signedOut.status, visit.getLocation(signedOut).href]).toEqual([303, `${origin}/`])
    expect(await (await requestData(visit, '/_root.data')).text()).toContain('visitor')
  })

  test('answer the router in the browser with a redirect that reloads the document, and with the cookies', async () => {
    const visit = open(createConfig())
    const response = await visit.post('/sign-in/credentials.data', ada, { headers: { accept: '*/*' } })
    expect(await readDataRedirect(response)).toEqual({ redirect: `${origin}/account`, reload: true })
    expect(listSessionCookies(response)).toHaveLength(1)
  })

  // React Router rejects the form for a page itself.
  test.each([
    ['/sign-in/op', 400],
    ['/sign-out', 403],
  ])('are rejected at %s if another site sends the form', async (path, status) => {
    const visit = open(createConfig())
    await signIn(visit)
    const response = await visit.post(path, {}, { from: 'https://evil.example' })
    expect([response.status, response.headers.get('location')]).toEqual([status, null])
    expect(await (await requestData(visit, '/_root.data')).text()).toContain('Ada Lovelace')
  })

  test('throw the error of the provider, which the action can handle', async () => {
    const visit = open(createConfig(), ({ authContext }) => ({
      login: {
        action: async ({ request, context }) => {
          try {
            const fields = Object.fromEntries(await request.formData())
            return await context.get(authContext).signIn({ provider: 'credentials', fields })
          } catch (error) {
            if (error instanceof CredentialsSignin) return data({ code: error.code }, 401)
            throw error
          }
        },
      },
    }))
    const wrong = await visit.post('/login', { ...ada, password: 'wrong' })
    expect([wrong.status, await wrong.json()]).toEqual([401, { code: 'credentials' }])
  })
})

describe('the session of a React Router app', () => {
  test('is read once per request, however many loaders and guards read it, and extended for data requests', async () => {
    const { config, calls } = createStoredConfig()
    const visit = open(config, ({ authContext, requireAuth, authMiddleware }) => ({
      twice: {
        default: () => null,
        middleware: [authMiddleware, requireAuth(), requireAuth()],
        loader: async ({ context }) => (await context.get(authContext).getSession())?.user?.name,
      },
    }))
    await signIn(visit)
    for (const path of ['/twice', '/twice.data']) {
      calls.length = 0
      const response = await visit.get(path)
      expect(calls.filter(method => method === 'getSessionAndUser')).toHaveLength(1)
      expect(listSessionCookies(response)).toEqual([expect.stringMatching(/HttpOnly; Secure/)])
      expect(response.headers.get('cache-control')).toBe('private, no-store')
    }
  })

  test('is not read for pages that do not need it', async () => {
    const { config, calls } = createStoredConfig()
    const visit = open(config, () => ({ terms: { loader: () => new Response('Terms') } }))
    await signIn(visit)
    calls.length = 0
    const { headers } = await visit.get('/terms')
    expect([calls, headers.getSetCookie(), headers.get('cache-control')]).toEqual([[], [], null])
  })

  test('stays ended if other middleware has read it at the sign-out action', async () => {
    const { config } = createStoredConfig()
    const visit = open(config, ({ authContext, authMiddleware }) => ({
      root: {
        middleware: [
          authMiddleware,
          async ({ context }, next) => {
            await context.get(authContext).getSession()
            return next()
          },
        ],
      },
    }))
    await signIn(visit)
    await visit.signOut()
    expect(visit.jar.cookies().filter(({ name }) => name.includes('session-token'))).toEqual([])
  })

  test('is a 503 for documents, data and resource routes if the store is down, and the cookie stays', async () => {
    let isDown = false
    const { config } = createStoredConfig(method => {
      if (isDown && method === 'getSessionAndUser') throw new Error('The database is down.')
    })
    const visit = open(config)
    await signIn(visit)
    isDown = true
    for (const path of ['/', '/_root.data', '/account', '/account.data']) {
      const response = await visit.get(path)
      expect([path, response.status, response.headers.getSetCookie()]).toEqual([path, 503, []])
    }
    isDown = false
    expect((await visit.get('/account')).status).toBe(200)
  })
})

describe('`requireAuth` of a React Router app', () => {
  const createGuardedRoutes = ({ authContext }: Auth): Record<string, TestRoute> => {
    const requireSession = async ({ context }: LoaderFunctionArgs) => {
      await context.get(authContext).requireAuth()
      return 'allowed'
    }
    return {
      billing: { default: () => null, loader: requireSession, action: requireSession },
      api: { loader: requireSession },
    }
  }

  test.each(['/account', '/billing'])(
    'redirects a visitor of %s to the sign-in page and back',
    async path => {
      const visit = open(createConfig(), createGuardedRoutes)
      const response = await visit.get(`${path}?tab=2`)
      const location = visit.getLocation(response)
      expect([response.status, location.pathname]).toEqual([303, '/auth/signin'])
      expect(location.searchParams.get('callbackUrl')).toBe(`${origin}${path}?tab=2`)
    },
  )

  test.each(['/account', '/billing'])(
    'sends the router in the browser from %s to the sign-in page by a document request',
    async path => {
      const visit = open(createConfig(), createGuardedRoutes)
      const response = await requestData(visit, `${path}.data?tab=2`)
      const callbackUrl = encodeURIComponent(`${origin}${path}?tab=2`)
      expect(await readDataRedirect(response)).toEqual({
        redirect: `${origin}/auth/signin?callbackUrl=${callbackUrl}`,
        reload: true,
      })
    },
  )

  test('returns from the sign-in of a refused action to the page of its form', async () => {
    const visit = open(createConfig(), createGuardedRoutes)
    const headers = { accept: '*/*', referer: `${origin}/form` }
    const response = await visit.post('/billing.data', {}, { headers })
    expect(await readDataRedirect(response)).toMatchObject({
      redirect: `${origin}/auth/signin?callbackUrl=${encodeURIComponent(`${origin}/form`)}`,
    })
  })

  test('answers a `fetch` of a resource route with 401', async () => {
    const visit = open(createConfig(), createGuardedRoutes)
    const response = await requestData(visit, '/api')
    expect([response.status, response.headers.get('www-authenticate')]).toEqual([401, 'Bearer'])
  })

  test('requires a recent sign-in, also if a loader has read the session before', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    onTestFinished(() => void vi.useRealTimers())
    const visit = open(createConfig(), ({ authContext, requireAuth }) => ({
      recent: {
        middleware: [
          async ({ context }, next) => {
            await context.get(authContext).getSession()
            return next()
          },
          requireAuth({ maxAge: 300 }),
        ],
        loader: () => new Response('allowed'),
      },
    }))
    await signIn(visit)
    expect(await (await visit.get('/recent')).text()).toBe('allowed')
    vi.setSystemTime(Date.now() + 301_000)
    expect(visit.getLocation(await visit.get('/recent')).pathname).toBe('/auth/step-up')
  })
})

describe('the pages of Latchkey in a React Router app', () => {
  test('load as documents if a link of the router leads to them', async () => {
    const visit = open(createConfig())
    const response = await requestData(visit, '/auth/signin.data?callbackUrl=%2Faccount')
    expect(await readDataRedirect(response)).toEqual({
      redirect: '/auth/signin?callbackUrl=%2Faccount',
      reload: true,
    })
    const page = await visit.get('/auth/signin')
    expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
  })
})

describe('a React Router app', () => {
  const message = async (response: Response) => [response.status, await response.text()]

  test('has a clear error without the flag of React Router 7 that enables middleware', async () => {
    const visit = open(createConfig(), undefined, { future: {} })
    const response = await visit.get('/auth/signin')
    expect(await message(response)).toEqual([500, expect.stringContaining('future: { v8_middleware: true }')])
  })

  test('has clear errors without `authMiddleware` and without `requireAuth`', async () => {
    const visit = open(createConfig(), ({ authContext, sessionContext }) => ({
      root: {},
      name: { loader: async ({ context }) => context.get(authContext).getSession() },
      email: { loader: ({ context }) => context.get(sessionContext).user?.email ?? '' },
    }))
    expect(await message(await visit.get('/name'))).toEqual([
      500,
      expect.stringContaining('`authContext` needs `authMiddleware`'),
    ])
    expect(await message(await visit.get('/email'))).toEqual([
      500,
      expect.stringContaining('`sessionContext` needs `requireAuth`'),
    ])
  })

  test('passes the address of the client, which `getClientAddress` knows', async () => {
    const seen: unknown[] = []
    const address = {
      id: 'address' as const,
      api: { read: async (ctx: PluginContext) => void seen.push(ctx.request.head.getClientAddress?.()) },
    }
    const config = { ...createConfig(), plugins: [address] as const }
    for (const getClientAddress of [() => '203.0.113.7', () => undefined, undefined]) {
      const { authMiddleware, authContext } = ReactRouterAuth(config, { getClientAddress })
      const handle = createReactRouterApp({
        root: { middleware: [authMiddleware] },
        read: {
          loader: async ({ context }) => {
            await context.get(authContext).api.address.read()
            return new Response()
          },
        },
      })
      await handle(new Request(`${origin}/read`))
    }
    expect(seen).toEqual(['203.0.113.7', null, null])
  })

  test('can have a configuration per request', async () => {
    const { handleAuth } = ReactRouterAuth(async ({ request }) =>
      createConfig({ basePath: new URL(request.url).pathname.startsWith('/a/') ? '/a/auth' : '/b/auth' }),
    )
    const handle = createReactRouterApp({ root: {}, '*': { loader: handleAuth } })
    const getStatus = async (path: string) => (await handle(new Request(origin + path))).status
    expect(await Promise.all(['/a/auth/csrf', '/b/auth/csrf', '/c/auth/csrf'].map(getStatus))).toEqual([
      200, 200, 400,
    ])
  })
})
