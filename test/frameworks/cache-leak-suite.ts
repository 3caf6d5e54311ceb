import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createVisitor } from '../support/visitor.js'
import { openContext, openTab } from './browser-contexts.js'
import { type CachedRoute, type CacheScene, findCacheLeaks, type Person } from './cache-leaks.js'
import { openVisitor, type ServedExample } from './example-site.js'
import { type Example, hasManyFrameworks } from './examples.js'
import { cachePolicies, type SharedCache, startSharedCache } from './shared-cache.js'

/** The words are in the emails and in the names, and nowhere else in the examples. */
const words = ['adelheid', 'evangeline', null]

/** Each request extends a session that is due, and then its response has a cookie. */
const sessionAges = [
  { age: 'due for renewal', updateAge: '0' },
  { age: 'not due for renewal', updateAge: '86400' },
]

/** `npm test` has no time for all of them. The last policy keeps most. */
const policies = hasManyFrameworks ? cachePolicies : cachePolicies.slice(-1)

/** Registers tests that request all kinds of routes through shared caches, as two users and a visitor. */
export function testCacheLeaks(served: ServedExample): void {
  const isThorough = served.strategy === 'jwt' || hasManyFrameworks
  describe.each(hasManyFrameworks ? sessionAges : sessionAges.slice(0, 1))(
    'through a shared cache, with a session that is $age',
    ({ updateAge }) => {
      let cache: SharedCache
      let scene: CacheScene

      beforeAll(async () => {
        // The app allows caches to share all its pages.
        await served.site.start({ SESSION_UPDATE_AGE: updateAge, CACHE_CONTROL: 'public, s-maxage=60' })
        cache = await startSharedCache(served.site.origin)
        scene = { cache, people: await Promise.all(words.map(word => createPerson(served, cache, word))) }
      })

      afterAll(() => cache?.stop())

      for (const route of listRoutes(served.example))
        test(`${describeRoute(route)} shows each user only what is theirs`, async () => {
          const faults: string[] = []
          for (const policy of policies)
            for (const fault of await findCacheLeaks(scene, route, policy)) faults.push(`${policy}: ${fault}`)
          expect(faults).toEqual([])
        })
    },
  )

  if (isThorough) testCachedPage(served)
}

/** Registers a test in Chromium. */
function testCachedPage(served: ServedExample): void {
  test('the browser finds the session of a cached page', async () => {
    await served.site.start()
    for (const email of [null, 'ada@example.com']) {
      const tab = await openTab(await openContext(served.site.origin))
      await tab.open('/')
      if (email) await tab.signIn(email)
      await tab.open('/cached')
      await tab.expectText('client-user', email ?? 'Not signed in')
    }
  })
}

/** Signs in, unless the word is null. */
async function createPerson(served: ServedExample, cache: SharedCache, word: string | null): Promise<Person> {
  const { example, site } = served
  const { jar } = await openVisitor(served, word ? `${word}@example.com` : undefined)
  const throughCache = (request: Request) => {
    const { pathname, search } = new URL(request.url)
    return fetch(new Request(`${cache.origin}${pathname}${search}`, request))
  }
  return {
    word,
    openBrowser() {
      const options = { jar: jar.clone(), basePath: example.basePath }
      const visit = createVisitor(throughCache, site.origin, options)
      return { visit, readSession: () => createVisitor(fetch, site.origin, options).getSession() }
    },
  }
}

function describeRoute({ path, link, headers }: CachedRoute): string {
  if (link) return `what ${path} requests`
  return headers ? `${path} with ${Object.keys(headers)}` : path
}

function listRoutes(example: Example): CachedRoute[] {
  // Nuxt renders a page that the app makes public for a visitor, and the browser requests the session.
  const audience = example.example === 'nuxt' ? 'everyone' : 'user'
  const pages: CachedRoute[] = [
    { path: '/cached', audience: 'everyone' },
    { path: '/', audience },
    { path: '/client', audience },
    { path: '/protected', audience: 'signed-in' },
    { path: '/account', audience: 'signed-in' },
    { path: '/me', audience: 'user' },
    { path: `${example.basePath}/session`, audience: 'user' },
  ]
  const file: CachedRoute = {
    path: '/files/report.txt',
    audience: 'signed-in',
    secret: /can read this report/,
  }
  return [
    ...pages,
    ...(hasFiles.has(example.example) ? [file] : []),
    ...(dataRoutes[example.name] ?? dataRoutes[example.example] ?? []),
  ]
}

/** The examples with guarded static files. */
const hasFiles = new Set(['express', 'hono'])

/** What the scripts of a framework request instead of a page, by the name of the example or the framework. */
const dataRoutes: Readonly<Record<string, readonly CachedRoute[]>> = {
  next: [
    { path: '/cached', audience: 'everyone', headers: { rsc: '1' } },
    { path: '/', audience: 'user', headers: { rsc: '1' } },
    { path: '/protected', audience: 'signed-in', headers: { rsc: '1' } },
    { path: '/account', audience: 'signed-in', headers: { rsc: '1' } },
  ],
  astro: [{ path: '/cached', link: /\/_server-islands\/[^'"`]+/, audience: 'user' }],
  nuxt: [{ path: '/cached/_payload.json', audience: 'everyone' }],
  'qwik-city': [
    { path: '/q-data.json', audience: 'user' },
    { path: '/protected/q-data.json', audience: 'signed-in' },
    { path: '/account/q-data.json', audience: 'signed-in' },
  ],
  'react-router-8': [
    { path: '/_.data', audience: 'user' },
    { path: '/protected.data', audience: 'signed-in' },
    { path: '/account.data', audience: 'signed-in' },
  ],
  'react-router': [
    { path: '/_root.data', audience: 'user' },
    { path: '/protected.data', audience: 'signed-in' },
    { path: '/account.data', audience: 'signed-in' },
  ],
  sveltekit: [
    { path: '/__data.json', audience: 'user' },
    { path: '/protected/__data.json', audience: 'signed-in' },
    { path: '/account/__data.json', audience: 'signed-in' },
  ],
}
