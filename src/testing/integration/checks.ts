import type { AuthConfig } from '../../types/config.js'
import { assertEqual, assertTrue } from '../contract/assert.js'
import {
  appOrigin,
  assertCookies,
  createFailingAdapter,
  email,
  getLocation,
  type IntegrationCheckContext,
  password,
  sessionCookie,
} from './app-browser.js'
import { withEnvironment } from './environment.js'
import { type IntegrationUnderTest, integrationCookies } from './integration-under-test.js'

/** One requirement of the contract. */
export interface IntegrationCheck {
  readonly title: string
  run(context: IntegrationCheckContext): Promise<void>
}

const answers = [
  ['/ok', 200, email],
  ['/redirect', 302, ''],
  ['/unauthorized', 401, 'No.'],
  ['/error', 500, 'Something went wrong.'],
  ['/stream', 200, email],
] as const

const cookieChecks = answers.map(
  ([path, status, body]): IntegrationCheck => ({
    title: `sends all cookies of ${path}, status ${status}`,
    async run({ openSignedIn }) {
      const browser = await openSignedIn()
      const response = await browser.get(path)
      assertEqual([response.status, await response.text()], [status, body])
      const lines = response.headers.getSetCookie()
      assertEqual(lines.length, 3)
      assertCookies(lines, integrationCookies)
      const rolled = lines.find(line => line.startsWith(`${sessionCookie}=`)) ?? ''
      assertMatch(rolled, /; Expires=\w{3}, [^;]*GMT; HttpOnly; Secure; SameSite=Lax$/)
    },
  }),
)

const longSession: NonNullable<AuthConfig['callbacks']> = {
  jwt: ({ token }) => ({ ...token, notes: 'n'.repeat(8000) }),
}

const longSessionChecks = answers.map(
  ([path]): IntegrationCheck => ({
    title: `sends all parts of a session of 8 kB at ${path}, and clears them all`,
    async run({ openSignedIn }) {
      const browser = await openSignedIn({ callbacks: longSession })
      const response = await browser.get(path)
      const parts = response.headers.getSetCookie().filter(line => line.startsWith(`${sessionCookie}.`))
      assertTrue(parts.length >= 3, `expected three parts or more, got ${parts.length}`)
      for (const part of parts) assertMatch(part, /^[^,]*; Expires=\w{3}, [^,]*$/)
      await browser.assertEmail(email)
      await browser.signOut()
      assertEqual(browser.listSessionCookies(), [])
      await browser.assertEmail('visitor')
    },
  }),
)

const bodyChecks = [false, true].flatMap(
  parsesBodies =>
    [
      ...(['form', 'json'] as const).map(
        (encoding): IntegrationCheck => ({
          title: `signs in and out by ${encoding === 'json' ? 'JSON' : 'a form'}, with ${describeBody(parsesBodies)}`,
          async run({ open }) {
            const browser = await open({}, { parsesBodies })
            await browser.signIn(encoding)
            await browser.assertEmail(email)
            await browser.signOut(encoding)
            await browser.assertEmail('visitor')
          },
        }),
      ),
      {
        title: `accepts the form that a provider posts from its site, with ${describeBody(parsesBodies)}`,
        async run({ open }) {
          const browser = await open({}, { parsesBodies })
          const { pathname, searchParams } = await browser.authorize('form-post')
          const form = Object.fromEntries(searchParams)
          const response = await browser.send({ path: pathname, form, isCrossSite: true })
          assertEqual(getLocation(response).href, `${appOrigin}/ok`)
          await browser.assertEmail(email)
        },
      },
      {
        title: `rejects the form of another site, with ${describeBody(parsesBodies)}`,
        async run({ open }) {
          const browser = await open({}, { parsesBodies })
          assertEqual(getLocation(await browser.postFromOtherSite()).pathname, '/auth/signin')
          await browser.assertEmail('visitor')
        },
      },
    ] satisfies IntegrationCheck[],
)

function describeBody(isParsed: boolean): string {
  return isParsed ? 'a parsed body' : 'an unparsed body'
}

/** Headers that an attacker can send. */
const forged = {
  host: 'evil.example',
  'x-forwarded-host': 'evil.example',
  'x-forwarded-proto': 'http',
  'x-forwarded-for': '203.0.113.9',
  forwarded: 'host=evil.example;proto=http',
}

const originChecks: readonly IntegrationCheck[] = [
  {
    title: 'ignores hostile headers if AUTH_URL is set',
    run: ({ open, openSignedIn }) =>
      withEnvironment({ AUTH_URL: appOrigin }, async () => {
        const browser = await openSignedIn()
        const form = { csrfToken: await browser.getCsrfToken() }
        const away = getLocation(await browser.send({ path: '/auth/signin/op', form, headers: forged }))
        assertEqual(away.searchParams.get('redirect_uri'), `${appOrigin}/auth/callback/op`)
        const page = await browser.get('/ok', forged)
        assertEqual(await page.text(), email)
        assertMatch(page.headers.getSetCookie().join(), /__Secure-authjs\.session-token=/)
        const visitor = await open()
        assertEqual(getLocation(await visitor.get('/account', forged)).origin, appOrigin)
      }),
  },
  {
    title: 'serves nothing without AUTH_URL and without a trusted host',
    async run({ open }) {
      const browser = await open({ trustHost: false })
      for (const path of ['/auth/signin', '/auth/session', '/ok', '/account']) {
        const response = await browser.get(path, forged)
        assertEqual([path, response.status], [path, 500])
        assertTrue(![...response.headers].join().includes('evil.example'), 'the response names evil.example')
      }
    },
  },
  {
    title: 'starts no sign-in at another origin for a Host header that no URL allows',
    async run({ open }) {
      const browser = await open()
      const form = { csrfToken: await browser.getCsrfToken() }
      for (const host of ['evil..example:99999', 'evil example', '_invalid_/']) {
        const headers = { host, 'x-forwarded-host': '' }
        const response = await browser.send({ path: '/auth/signin/op', form, headers })
        // A platform may know the host of the app without the header.
        const target = response.status >= 400 ? null : getLocation(response).searchParams.get('redirect_uri')
        assertTrue(target?.startsWith(`${appOrigin}/`) !== false, `the host ${host} leads to ${target}`)
      }
    },
  },
]

const guardChecks: readonly IntegrationCheck[] = [
  {
    title: 'redirects visitors from a guarded page, answers an API with 401, and lets users in',
    async run({ open }) {
      const browser = await open()
      const page = await browser.get('/account')
      assertEqual(page.status, 303)
      assertEqual(getLocation(page).searchParams.get('callbackUrl'), `${appOrigin}/account`)
      const api = await browser.get('/account', { accept: '*/*' })
      assertEqual([api.status, api.headers.get('www-authenticate')], [401, 'Bearer'])
      await browser.signIn()
      const allowed = await browser.get('/account')
      assertEqual(allowed.status, 200)
      const lines = allowed.headers.getSetCookie()
      assertTrue(
        lines.length === 1 && lines[0]?.includes('session-token='),
        `expected one session cookie, got ${lines}`,
      )
    },
  },
  {
    title: 'answers an outage with 503 and keeps the cookie',
    async run({ open }) {
      const { adapter, setDown } = createFailingAdapter()
      const browser = await open({ adapter })
      const { pathname, search } = await browser.authorize('op')
      await browser.get(pathname + search)
      setDown(true)
      for (const path of ['/ok', '/account', '/stream']) {
        const response = await browser.get(path)
        assertEqual([path, response.status], [path, 503])
        assertTrue(
          !response.headers.getSetCookie().join().includes('session-token'),
          `${path} changes the session cookie`,
        )
      }
      setDown(false)
      await browser.assertEmail(email)
    },
  },
]

const allowsCaches = { 'x-cache': 'public' }

/** Directives with which a shared cache may keep a response. */
const sharedDirective = /(?:^|,)\s*(?:public|s-maxage|proxy-revalidate)\b/i

const cachingChecks: readonly IntegrationCheck[] = [
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

/** Headers of requests that no user made: of browsers, and of the routers of frameworks. */
const unrequested: readonly Readonly<Record<string, string>>[] = [
  { 'sec-purpose': 'prefetch' },
  { 'sec-purpose': 'prefetch;prerender' },
  { purpose: 'prefetch' },
  { 'x-moz': 'prefetch' },
  { 'next-router-prefetch': '1' },
  { 'sec-fetch-mode': 'cors', 'sec-fetch-dest': 'empty' },
  { 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'image' },
  { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate', referer: 'https://evil.example/' },
]

const navigation = { 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' }
const signInPath = `/sign-in?${new URLSearchParams({ email, password })}`

/** Only for integrations that have functions for it. */
const actionChecks: readonly IntegrationCheck[] = [
  {
    title: 'signs in and out for a link that the user follows',
    async run({ open }) {
      const browser = await open()
      await browser.get(signInPath, navigation)
      await browser.assertEmail(email)
      await browser.get('/sign-out', navigation)
      await browser.assertEmail('visitor')
    },
  },
  ...unrequested.map(
    (headers): IntegrationCheck => ({
      title: `neither signs in nor out for a request that no user made: ${JSON.stringify(headers)}`,
      async run({ open, openSignedIn }) {
        const visitor = await open()
        await visitor.get(signInPath, headers)
        assertEqual(visitor.listSessionCookies(), [])
        const browser = await openSignedIn()
        await browser.get('/sign-out', headers)
        await browser.assertEmail(email)
      },
    }),
  ),
]

function assertMatch(text: string, pattern: RegExp): void {
  assertTrue(pattern.test(text), `expected ${pattern}, got ${JSON.stringify(text)}`)
}

/** Returns the requirements of the contract of integrations. */
export function listIntegrationChecks({
  hasActions = true,
}: Pick<IntegrationUnderTest, 'hasActions'>): readonly IntegrationCheck[] {
  return hasActions ? [...commonChecks, ...actionChecks] : commonChecks
}

const commonChecks: readonly IntegrationCheck[] = [
  ...cookieChecks,
  ...longSessionChecks,
  ...bodyChecks,
  ...originChecks,
  ...guardChecks,
  ...cachingChecks,
]
