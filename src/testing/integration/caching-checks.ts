import { assertEqual, assertTrue } from '../contract/assert.js'
import { assertMatch, type IntegrationCheck } from './integration-check.js'

const allowsCaches = { 'x-cache': 'public' }

/** Directives with which a shared cache may keep a response. */
const sharedDirective = /(?:^|,)\s*(?:public|s-maxage|proxy-revalidate)\b/i

/** No shared cache keeps a response of a user, whatever the app has set. */
export const cachingChecks: readonly IntegrationCheck[] = [
  ...(['/ok', '/redirect', '/unauthorized', '/stream', '/account'] as const).map(
    (path): IntegrationCheck => ({
      title: `forbids shared caches to keep ${path} of a user, although the app allows it`,
      async run({ openSignedIn }) {
        const { headers } = await (await openSignedIn()).get(path, allowsCaches)
        const caching = headers.get('cache-control') ?? ''
        assertTrue(!sharedDirective.test(caching), `${path} has Cache-Control: ${caching}`)
        assertMatch(caching, /\b(?:private|no-store)\b/)
        assertEqual(headers.get('cdn-cache-control'), null)
        assertVariesByCookie(headers)
      },
    }),
  ),
  {
    title: 'lets shared caches keep the page of a visitor, by its cookies',
    async run({ open }) {
      const { headers } = await (await open()).get('/ok', allowsCaches)
      assertMatch(headers.get('cache-control') ?? '', sharedDirective)
      assertVariesByCookie(headers)
      assertTrue(!headers.getSetCookie().join().includes('authjs'), 'the response has a cookie of Latchkey')
    },
  },
]

function assertVariesByCookie(headers: Headers): void {
  const names = (headers.get('vary') ?? '').toLowerCase().split(/[\s,]+/)
  assertTrue(names.includes('cookie') || names.includes('*'), `expected Vary: Cookie, got ${names}`)
}
