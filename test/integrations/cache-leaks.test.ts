import type { IncomingMessage, ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { FetchAuth, type Session } from 'latchkey/fetch'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type CachedRoute, type CacheScene, findCacheLeaks, type Person } from '../frameworks/cache-leaks.js'
import { cachePolicies, type SharedCache, startSharedCache } from '../frameworks/shared-cache.js'
import { type ServedApp, serve } from '../support/serve.js'
import { createVisitor } from '../support/visitor.js'

/** What an app does wrong. */
interface PlantedFault {
  /** Reads the session that a response shows. */
  readonly readSession?: (own: Session | null) => Session | null
  /** Changes or replaces a response of Latchkey. */
  readonly changeResponse?: (request: Request, respond: () => Promise<Response>) => Promise<Response>
}

const routes = {
  page: { path: '/', audience: 'user' },
  handler: { path: '/me', audience: 'user' },
  guarded: { path: '/report', audience: 'signed-in', secret: /quarterly figures/ },
  everyone: { path: '/cached', audience: 'everyone' },
} satisfies Record<string, CachedRoute>

describe('the leak suite of the frameworks', () => {
  let app: ServedApp
  let cache: SharedCache
  let fault: PlantedFault

  beforeEach(async () => {
    fault = {}
    app = await serve(createListener(request => createApp(fault)(request)))
    cache = await startSharedCache(app.origin)
  })

  afterEach(() => Promise.all([cache.stop(), app.close()]))

  async function find(route: CachedRoute): Promise<string[]> {
    const scene = await createScene(app, cache)
    const faults: string[] = []
    for (const policy of cachePolicies)
      for (const found of await findCacheLeaks(scene, route, policy)) faults.push(`${policy}: ${found}`)
    return faults
  }

  test.each(Object.values(routes))('finds nothing at $path of a correct app', async route => {
    expect(await find(route)).toEqual([])
  })

  test('notices a page that the app renders once for all', async () => {
    fault = { changeResponse: renderOnce() }
    expect(await find(routes.page)).toContain('strict: evangeline sees the session of adelheid')
  })

  test('notices data that the app loads once for all', async () => {
    let first: Session | null = null
    fault = { readSession: own => (first ??= own) }
    expect(await find(routes.page)).toContain('strict: a visitor sees the session of adelheid')
  })

  test('notices a handler whose response the app keeps', async () => {
    fault = { changeResponse: renderOnce() }
    expect(await find(routes.handler)).toContain('strict: evangeline sees the session of adelheid')
  })

  test('notices guarded content that the app keeps', async () => {
    fault = { changeResponse: renderOnce() }
    expect(await find(routes.guarded)).toContain('strict: a visitor sees guarded content')
  })

  test.each([routes.page, routes.handler])('notices `public` for a session at $path', async route => {
    fault = { changeResponse: setCaching('public, s-maxage=60') }
    const faults = await find(route)
    expect(faults).toContain('strict: evangeline sees the session of adelheid')
    expect(faults).toContain('permissive: a visitor gets the session cookie of adelheid')
  })

  test('notices `public` for guarded content', async () => {
    fault = { changeResponse: setCaching('public, s-maxage=60') }
    expect(await find(routes.guarded)).toContain('strict: a visitor sees guarded content')
  })

  test('notices a response without a lifetime', async () => {
    fault = { changeResponse: setCaching(null) }
    const faults = await find(routes.page)
    expect(faults).toContain('heuristic: evangeline sees the session of adelheid')
    expect(faults).not.toContain('strict: evangeline sees the session of adelheid')
  })

  test('notices that the next user of a browser may see the session', async () => {
    fault = { changeResponse: setCaching('private, max-age=60') }
    const found =
      'strict: the response to adelheid may be shared: cache-control: private, max-age=60, vary: none'
    expect(await find(routes.page)).toContain(found)
  })

  test('notices the page of a visitor that users get', async () => {
    fault = {
      changeResponse: async (request, respond) =>
        request.headers.has('cookie') ? respond() : setCaching('public, s-maxage=60')(request, respond),
    }
    expect(await find(routes.page)).toContain('strict: adelheid does not see the own content')
  })

  test('notices a cookie on a page for everyone', async () => {
    fault = {
      async changeResponse(request, respond) {
        const cookies = (await createApp({})(new Request(new URL('/me', request.url), request))).headers
        const response = await respond()
        for (const line of cookies.getSetCookie()) response.headers.append('set-cookie', line)
        return response
      },
    }
    const faults = await find(routes.everyone)
    expect(faults).toContain('strict: the response has a session cookie')
    expect(faults).toContain('permissive: evangeline gets the session cookie of adelheid')
  })

  test('notices that nothing is cached', async () => {
    fault = { changeResponse: setCaching('private, no-store') }
    expect(await find(routes.everyone)).toContain('heuristic: no response came from a cache')
  })
})

/** Keeps the first response of a user for all requests of its path. */
function renderOnce(): NonNullable<PlantedFault['changeResponse']> {
  const kept = new Map<string, string>()
  return async (request, respond) => {
    const { pathname } = new URL(request.url)
    const response = await respond()
    if (pathname.startsWith('/auth/')) return response
    const body = kept.get(pathname) ?? (await response.text())
    if (request.headers.has('cookie')) kept.set(pathname, body)
    return new Response(body, { headers: response.headers })
  }
}

/** Replaces what the response says about caches. */
function setCaching(value: string | null): NonNullable<PlantedFault['changeResponse']> {
  return async (request, respond) => {
    const response = await respond()
    if (new URL(request.url).pathname.startsWith('/auth/')) return response
    const headers = new Headers(response.headers)
    for (const name of ['cache-control', 'vary']) headers.delete(name)
    if (value !== null) headers.set('cache-control', value)
    return new Response(response.body, { status: response.status, headers })
  }
}

function createApp({
  readSession = own => own,
  changeResponse = (_, respond) => respond(),
}: PlantedFault): (request: Request) => Promise<Response> {
  const respond = withAuth(async (request, auth) => {
    switch (new URL(request.url).pathname) {
      case '/cached':
        return new Response(`The same at ${performance.now()}.`, {
          headers: { 'cache-control': 's-maxage=60' },
        })
      case '/report':
        await auth.requireAuth()
        return new Response('The quarterly figures.')
      default:
        return Response.json({ user: readSession(await auth.getSession())?.user ?? null })
    }
  })
  return request => changeResponse(request, async () => respond(request))
}

/** Extends the session at each request, so that each response has a cookie. */
const { withAuth } = FetchAuth({
  secret: 'of-thirty-two-characters-or-more',
  trustHost: true,
  session: { updateAge: 0 },
  providers: [
    {
      id: 'credentials',
      name: 'a password',
      type: 'credentials',
      credentials: { email: {} },
      authorize: ({ email }) => ({ id: String(email), email: String(email) }),
    },
  ],
})

/** Opens the app as two users and as a visitor, through the cache. */
async function createScene(app: ServedApp, cache: SharedCache): Promise<CacheScene> {
  const people = ['adelheid', 'evangeline', null].map(async (word): Promise<Person> => {
    const own = createVisitor(fetch, app.origin)
    if (word) await own.signInWithCredentials({ email: `${word}@example.com` })
    return {
      word,
      openBrowser() {
        const jar = own.jar.clone()
        const throughCache = (request: Request) =>
          fetch(new Request(`${cache.origin}${new URL(request.url).pathname}`, request))
        const visit = createVisitor(throughCache, app.origin, { jar })
        return { visit, readSession: () => createVisitor(fetch, app.origin, { jar }).getSession() }
      },
    }
  })
  return { cache, people: await Promise.all(people) }
}

function createListener(respond: (request: Request) => Promise<Response>) {
  return async (incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> => {
    const { method = 'GET', url = '/', headers } = incoming
    const body = method === 'GET' ? null : new Uint8Array(await buffer(incoming))
    const pairs = Object.entries(headers).map(([name, value]): [string, string] => [name, String(value)])
    const request = new Request(`http://${headers.host}${url}`, { method, headers: pairs, body })
    const response = await respond(request)
    outgoing.statusCode = response.status
    for (const [name, value] of response.headers) outgoing.appendHeader(name, value)
    outgoing.end(Buffer.from(await response.arrayBuffer()))
  }
}
