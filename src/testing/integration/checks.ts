import type { AuthConfig } from '../../types/config.js'
import { assertEqual, assertTrue } from '../contract/assert.js'
import { actionChecks } from './action-checks.js'
import {
  appOrigin,
  assertCookies,
  createFailingAdapter,
  email,
  getLocation,
  sessionCookie,
} from './app-browser.js'
import { cachingChecks } from './caching-checks.js'
import { assertMatch, type IntegrationCheck } from './integration-check.js'
import { type IntegrationUnderTest, integrationCookies } from './integration-under-test.js'
import { originChecks } from './origin-checks.js'
import { pathPrefixChecks } from './path-prefix-checks.js'

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
  ...pathPrefixChecks,
]
