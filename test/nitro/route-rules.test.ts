import type { AuthConfig } from 'latchkey/server'
import { getSession, getSignInUrl, requireAuth, SolidAuth, type SolidEvent } from 'latchkey/solid-start'
import { beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { loadH3Two, loadHandlerCache, type TestEventTwo } from '../h3/h3-versions.js'
import { createNitroThreeCache } from '../h3/nitro-caches.js'
import { ada, credentials, origin } from '../support/app.js'
import { serve } from '../support/serve.js'
import { createVisitor, type Visitor } from '../support/visitor.js'
import { loadTanStackStartApp } from '../tanstack-start/tanstack-app.js'

const config: AuthConfig = {
  providers: [credentials],
  secret: 'a secret of the tests of the route rules of Nitro',
  trustHost: true,
  session: { updateAge: 0 },
  logger: { error: () => {}, warn: () => {} },
}

const eve = 'eve@example.com'

type Fetch = (request: Request) => Response | Promise<Response>

/** The server of an app with the page `/page`, which shows the user, and `/guarded`, which requires one. */
interface Framework {
  readonly name: string
  readonly basePath: string
  open(): Promise<Fetch>
}

const tanStackStart: Framework = {
  name: 'TanStack Start',
  basePath: '/auth',
  open: async () => (await loadTanStackStartApp())(config),
}

/** SolidStart is an app of h3 2 behind that of Nitro. A build tests the original: `test/frameworks/nitro-caches.ts`. */
const solidStart: Framework = {
  name: 'SolidStart',
  basePath: '/api/auth',
  async open() {
    const { H3 } = await loadH3Two()
    const { GET, POST } = SolidAuth(config)
    const toSolidEvent = (event: TestEventTwo): SolidEvent => ({
      request: event.req,
      response: event.res,
      nativeEvent: event,
    })
    const app = new H3({ silent: true })
    app.all('/api/auth/**', event => (event.req.method === 'POST' ? POST : GET)({ request: event.req }))
    app.get('/page', async event => {
      const session = await getSession(toSolidEvent(event), config)
      return new Response(`<p>${session?.user?.email ?? 'visitor'}</p>`)
    })
    app.get('/guarded', async event => {
      const { session, response } = await requireAuth(toSolidEvent(event), config)
      return response ?? new Response(`<p>${session.user?.email}</p>`)
    })
    app.get('/sign-in-url', event => getSignInUrl(event.req, config))
    return request => app.fetch(request)
  },
}

interface Rules {
  readonly cache?: { readonly varies?: readonly string[] }
  readonly isr?: number
  readonly headers?: Readonly<Record<string, string>>
}

interface NitroOptions {
  readonly rules: Rules
  /** @default true */
  readonly isOnNode?: boolean
  /** Whether the version is before 3.0.260903-beta. @default false */
  readonly isOld?: boolean
}

interface ServedNitro {
  readonly origin: string
  readonly answer: (request: Request) => Promise<Response>
}

/** Serves an app behind an app of h3 2, as Nitro 3 does, with the same rules for all routes except those of the sign-in. */
async function openNitro(
  fetchApp: Fetch,
  { rules, isOnNode = true, isOld = false }: NitroOptions,
): Promise<ServedNitro> {
  const { H3, toNodeHandler, toResponse } = await loadH3Two()
  const { createMemoryStorage, defineCachedHandler } = await loadHandlerCache()
  const handle = ({ req }: TestEventTwo) => fetchApp(req)
  const storage = createMemoryStorage()
  const cached = new Map<string, (event: TestEventTwo) => unknown>()
  const createCached = () =>
    isOld
      ? createNitroThreeCache(toResponse)(handle)
      : defineCachedHandler(handle, { ...rules.cache, name: 'page', maxAge: 60, storage, toResponse })
  const app = new H3({ silent: true })
  app.all('/**', event => {
    const { pathname } = new URL(event.req.url)
    Object.assign(event.context, { nitro: {}, routeRules: {} })
    if (event.req.headers.has('x-no-rules')) return handle(event)
    Object.assign(event.context, { routeRules: rules })
    for (const [name, value] of Object.entries(rules.headers ?? {})) {
      event.res.headers.set(name, value)
      event.res.errHeaders.set(name, value)
    }
    if (!rules.cache) return handle(event)
    const cachedHandler = cached.get(pathname) ?? createCached()
    cached.set(pathname, cachedHandler)
    return cachedHandler(event)
  })
  if (!isOnNode)
    return { origin, answer: async (request: Request) => app.fetch(Object.assign(request, { runtime: {} })) }
  const served = await serve(toNodeHandler(app))
  onTestFinished(served.close)
  return { origin: served.origin, answer: fetch }
}

beforeEach(() => {
  for (const name of ['AUTH_URL', 'NEXTAUTH_URL', 'AUTH_TRUST_HOST', 'AUTH_SECRET'])
    vi.stubEnv(name, undefined)
  vi.stubGlobal('__nitro__', {})
  onTestFinished(() => {
    vi.unstubAllEnvs()
    vi.unstubAllGlobals()
  })
})

vi.setConfig({ testTimeout: 30_000 })

describe.each([tanStackStart, solidStart])('the route rules of Nitro 3 with $name', ({ basePath, open }) => {
  let fetchApp: Fetch

  beforeAll(async () => {
    fetchApp = await open()
  }, 300_000)

  /** Returns two users, of whom the first fills the cache, and a visitor. */
  async function openAll(options: NitroOptions): Promise<Visitor[]> {
    const { answer, origin } = await openNitro(fetchApp, options)
    const plain: typeof answer = request => {
      const own = new Request(request)
      own.headers.set('x-no-rules', 'true')
      return answer(own)
    }
    const visitors = [ada.email, eve, null].map(async email => {
      let isReady = false
      const visitor = createVisitor(request => (isReady ? answer : plain)(request), origin, { basePath })
      if (email) await visitor.signInWithCredentials({ ...ada, email })
      isReady = true
      return visitor
    })
    return Promise.all(visitors)
  }

  async function readAll(path: string, options: NitroOptions) {
    const reads = []
    for (const visitor of await openAll(options)) {
      const response = await visitor.get(path)
      const [, user] = /<p>(.*?)<\/p>/.exec(await response.text()) ?? []
      const { status, headers } = response
      const cacheControl = headers.get('cache-control') ?? ''
      const location = headers.get('location')
      reads.push({ user, status, location, cacheControl, cookies: headers.getSetCookie().join() })
    }
    return reads
  }

  const shared: [string, NitroOptions][] = [
    ['cache', { rules: { cache: {} } }],
    ['cache, before 3.0.260903-beta', { rules: { cache: {} }, isOld: true }],
    ['cache, on another runtime', { rules: { cache: {} }, isOnNode: false }],
    [
      'cache, on another runtime, before 3.0.260903-beta',
      { rules: { cache: {} }, isOnNode: false, isOld: true },
    ],
    ['isr', { rules: { isr: 60 } }],
    [
      'headers, on another runtime',
      { rules: { headers: { 'Cache-Control': 'public, s-maxage=60' } }, isOnNode: false },
    ],
  ]

  test.each(shared)('a page that is kept for all is that of a visitor (%s)', async (_, options) => {
    for (const { user, cookies } of await readAll('/page', options))
      expect([user, cookies]).toEqual(['visitor', expect.not.stringContaining('session-token')])
  })

  test.each(shared)('a guard rejects all where a page is kept for all (%s)', async (_, options) => {
    for (const { user, status, location, cookies } of await readAll('/guarded', options)) {
      expect(user ?? '').not.toContain('@')
      expect([status >= 300, location ?? '/']).toEqual([true, expect.stringMatching(/^\//)])
      expect(cookies).not.toContain('session-token')
    }
  })

  test.each(shared)('the authentication requests have no response for all (%s)', async (_, options) => {
    for (const visitor of await openAll(options))
      for (const action of ['session', 'csrf']) {
        const response = await visitor.get(`${basePath}/${action}`)
        expect([response.status, response.headers.getSetCookie()]).toEqual([500, []])
        expect(await response.text()).not.toMatch(/example\.com|csrfToken/)
      }
  })

  const publicHeaders = { 'cache-control': 'public, s-maxage=60', 'cdn-cache-control': 'max-age=60' }

  test.each<[string, Rules]>([
    ['headers', { headers: publicHeaders }],
    ['cache by the cookies', { cache: { varies: ['cookie'] } }],
  ])('no shared cache keeps the page of a user, on Node (%s)', async (_, rules) => {
    const reads = await readAll('/page', { rules })
    expect(reads.map(({ user }) => user)).toEqual([ada.email, eve, 'visitor'])
    for (const { cacheControl } of reads.slice(0, 2)) {
      expect(cacheControl).toMatch(/^private/)
      expect(cacheControl).not.toMatch(/public|s-maxage/)
    }
  })

  test('no shared cache keeps the authentication requests, on Node', async () => {
    const [visitor] = await openAll({ rules: { headers: publicHeaders } })
    const response = await visitor?.get(`${basePath}/session`)
    expect(response?.headers.getSetCookie().join()).toContain('session-token=')
    expect(response?.headers.get('cache-control')).not.toMatch(/public|s-maxage/)
    expect(response?.headers.get('cdn-cache-control')).toBeNull()
  })

  test('a copy of the request, as an app makes it, keeps its session', async () => {
    const copy: Fetch = request => fetchApp(new Request(request.url, request))
    const { answer, origin } = await openNitro(copy, { rules: {} })
    const visitor = createVisitor(answer, origin, { basePath })
    await visitor.signInWithCredentials(ada)
    expect(await (await visitor.get('/page')).text()).toContain(`<p>${ada.email}</p>`)
  })
})

test('the sign-in URL of a page that is kept for all has no host', async () => {
  const fetchApp = await solidStart.open()
  const read = async (rules: Rules) => {
    const served = await openNitro(fetchApp, { rules, isOnNode: false })
    const response = await createVisitor(served.answer, origin).get('/sign-in-url')
    return response.text()
  }
  expect(await read({ cache: {} })).toBe('/api/auth/signin')
  expect(await read({})).toBe(`${origin}/api/auth/signin`)
})
