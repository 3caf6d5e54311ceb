import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { MemoryAdapter } from 'latchkey/adapters/memory'
import { H3Auth, type H3AuthConfig, type H3Middleware } from 'latchkey/h3'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { forward } from '../integrations/contract/proxy.js'
import { ada, credentials, origin } from '../support/app.js'
import { captureEmails } from '../support/captured-emails.js'
import { serve } from '../support/serve.js'
import { createVisitor, type Visitor } from '../support/visitor.js'
import {
  loadH3One,
  loadH3Two,
  loadH3TwoCandidate,
  loadHandlerCache,
  type TestEvent,
  type TestEventTwo,
} from './h3-versions.js'
import { type CacheOptions, createNitroThreeCache, createNitroTwoCache } from './nitro-caches.js'

const config: H3AuthConfig = {
  providers: [credentials],
  secret: 'a secret of more than 32 characters!',
  session: { updateAge: 0 },
  trustHost: true,
  logger: { error: () => {}, warn: () => {} },
}

type Handler = (event: TestEvent) => unknown
type CachedHandler = (event: TestEventTwo) => unknown

interface Route {
  readonly handler: Handler
  /** Whether middleware guards it, before the cache. */
  readonly isGuarded?: boolean
  readonly cache?: CacheOptions | undefined
}

interface Nitro {
  readonly version: string
  /** Serves a cached handler at `/page`. */
  open(route: Route): Promise<() => Visitor>
}

const nitroTwo: Nitro = {
  version: 'Nitro 2',
  async open({ handler, cache, isGuarded }) {
    const h3 = await loadH3One()
    const { auth, requireAuth } = H3Auth(config)
    const app = h3.createApp()
    app.use(h3.eventHandler(auth))
    if (isGuarded) app.use('/page', h3.eventHandler(requireAuth()))
    app.use('/page', h3.eventHandler(createNitroTwoCache(h3)(handler, cache)))
    const served = forward(await serve(h3.toNodeListener(app)))
    onTestFinished(served.close)
    return () => createVisitor(served.answer, origin)
  },
}

const nitroThree: Nitro = {
  version: 'Nitro 3',
  async open({ handler, cache, isGuarded }) {
    const { H3, toResponse } = await loadH3Two()
    const { createMemoryStorage, defineCachedHandler } = await loadHandlerCache()
    const options = { ...cache, name: 'page', maxAge: 60, storage: createMemoryStorage(), toResponse }
    return openTwo(new H3({ silent: true }), defineCachedHandler(handler, options), isGuarded)
  },
}

const nitroThreeZero: Nitro = {
  version: 'Nitro 3.0.0',
  async open({ handler, isGuarded }) {
    const { H3, toResponse } = await loadH3TwoCandidate()
    return openTwo(new H3({ silent: true }), createNitroThreeCache(toResponse)(handler), isGuarded, {})
  },
}

interface App {
  use(middleware: H3Middleware): void
  get(path: string, handler: CachedHandler, options: { middleware: H3Middleware[] }): void
  fetch(request: Request): Response | Promise<Response>
}

function openTwo(app: App, cached: CachedHandler, isGuarded = false, context?: object): () => Visitor {
  const { auth, requireAuth } = H3Auth(config)
  app.use(auth)
  app.get('/page', cached, { middleware: isGuarded ? [requireAuth()] : [] })
  // Nitro 3.0.0 passes a context with the request.
  return () =>
    createVisitor(async request => app.fetch(Object.assign(request, context && { context: {} })), origin)
}

const readEmail: Handler = async ({ context }) =>
  `<${(await context.auth.getSession())?.user?.email ?? 'visitor'}>`

async function signIn(open: () => Visitor, email: string): Promise<Visitor> {
  const visit = open()
  await visit.signInWithCredentials({ ...ada, email })
  return visit
}

const eve = 'eve@example.com'

// The first call installs h3.
beforeAll(async () => void (await loadH3One()), 120_000)

describe.each([nitroTwo, nitroThree, nitroThreeZero])('a cached handler of $version', ({ open }) => {
  test('sees a visitor, whichever user comes first', async () => {
    const openVisitor = await open({ handler: readEmail })
    for (const email of [ada.email, eve]) {
      const response = await (await signIn(openVisitor, email)).get('/page')
      expect([await response.text(), response.headers.getSetCookie()]).toEqual(['<visitor>', []])
    }
    expect(await (await openVisitor().get('/page')).text()).toBe('<visitor>')
  })

  test('rejects all if it requires a session', async () => {
    const openVisitor = await open({
      handler: async ({ context }) => (await context.auth.requireAuth()).user?.email,
    })
    for (const visit of [await signIn(openVisitor, ada.email), openVisitor()]) {
      const response = await visit.get('/page')
      expect(response.status).toBe(303)
      expect(await response.text()).not.toContain(ada.email)
    }
  })

  test('is not told the session of a guard before the cache, whose responses stay private', async () => {
    const handler: Handler = ({ context }) => `<${context.session?.user?.email ?? 'no session'}>`
    const openVisitor = await open({ handler, isGuarded: true })
    for (const email of [ada.email, eve]) {
      const response = await (await signIn(openVisitor, email)).get('/page')
      expect(await response.text()).toBe('<no session>')
      expect(response.headers.get('cache-control')).toMatch(/^private/)
    }
    expect((await openVisitor().get('/page')).status).toBe(303)
  })

  test('cannot sign out or sign in', async () => {
    const openVisitor = await open({ handler: ({ context }) => context.auth.signOut({ redirectTo: '/bye' }) })
    const visit = await signIn(openVisitor, ada.email)
    const response = await visit.get('/page')
    expect([response.status, response.headers.getSetCookie()]).toEqual([500, []])
    expect(await visit.getSession()).toMatchObject({ user: { email: ada.email } })
  })
})

// The cache of Nitro 3.0.0 knows no `varies`.
test.each([nitroTwo, nitroThree])(
  'a cached handler of $version sees each user if its key has the cookies',
  async ({ open }) => {
    const openVisitor = await open({ handler: readEmail, cache: { varies: ['cookie'] } })
    for (const email of [ada.email, eve])
      expect(await (await (await signIn(openVisitor, email)).get('/page')).text()).toBe(`<${email}>`)
    const response = await openVisitor().get('/page')
    expect([await response.text(), response.headers.getSetCookie()]).toEqual(['<visitor>', []])
  },
)

test('a cached handler with middleware of its own runs nothing that the middleware has rejected', async () => {
  const h3 = await loadH3One()
  const { auth, requireAuth } = H3Auth(config)
  let calls = 0
  const app = h3.createApp()
  app.use(h3.eventHandler(auth))
  const guarded: Handler = async event => {
    const response = await requireAuth()(event)
    if ((event as { handled?: boolean }).handled) return response
    calls += 1
    return 'members only'
  }
  app.use('/page', h3.eventHandler(createNitroTwoCache(h3)(guarded)))
  const served = forward(await serve(h3.toNodeListener(app)))
  onTestFinished(served.close)
  const visit = await signIn(() => createVisitor(served.answer, origin), ada.email)
  const response = await visit.get('/page')
  expect([response.status, await response.text(), calls]).toEqual([303, '', 0])
})

test('a copy of the request, as other middleware makes it, keeps its session', async () => {
  const { H3 } = await loadH3Two()
  const app = new H3({ silent: true })
  app.use(H3Auth(config).auth)
  app.get('/page', readEmail, {
    middleware: [
      async (event, next) => {
        const { url, headers, context } = event.req as Request & { context: object }
        Object.assign(event, { req: Object.assign(new Request(url, { headers }), { context }) })
        return next?.()
      },
    ],
  })
  const visit = await signIn(() => createVisitor(async request => app.fetch(request), origin), ada.email)
  const response = await visit.get('/page')
  expect(await response.text()).toBe(`<${ada.email}>`)
  expect(response.headers.getSetCookie().join()).toContain('session-token=')
})

test('a response that depends on the session is private, whatever the handler has set', async () => {
  const h3 = await loadH3One()
  const app = h3.createApp()
  app.use(h3.eventHandler(H3Auth(config).auth))
  app.use(
    '/page',
    h3.eventHandler(async (event: TestEvent) => {
      const email = await readEmail(event)
      h3.appendResponseHeader(event, 'cache-control', 'public, s-maxage=60')
      return email
    }),
  )
  const served = forward(await serve(h3.toNodeListener(app)))
  onTestFinished(served.close)
  const visit = await signIn(() => createVisitor(served.answer, origin), ada.email)
  const { headers } = await visit.get('/page')
  expect(headers.get('cache-control')).toMatch(/^private/)
  expect(headers.get('cache-control')).not.toMatch(/public|s-maxage/)
  expect(headers.get('vary')?.toLowerCase()).toContain('cookie')
})

test.each(['evil..example:99999', 'evil example', '[::1'])(
  'no email is sent for the host %j, of which h3 2 makes another URL',
  async host => {
    const { H3, toNodeHandler } = await loadH3Two()
    const { provider, emails } = captureEmails()
    const app = new H3({ silent: true })
    app.use(H3Auth({ ...config, adapter: MemoryAdapter(), providers: [provider] }).auth)
    const served = await serve(toNodeHandler(app))
    onTestFinished(served.close)
    const visit = createVisitor(fetch, served.origin)
    const body = new URLSearchParams({ email: ada.email, csrfToken: await visit.getCsrfToken() }).toString()
    const cookie = visit.jar.header(new URL(served.origin))
    const headers = { host, cookie, 'content-type': 'application/x-www-form-urlencoded' }
    const sent = request(`${served.origin}/auth/signin/mail`, { method: 'POST', headers }).end(body)
    const [response]: IncomingMessage[] = await once(sent, 'response')
    expect([response?.statusCode, await text(response ?? Readable.from([]))]).toEqual([400, '"Bad request."'])
    expect(emails).toEqual([])
  },
)
