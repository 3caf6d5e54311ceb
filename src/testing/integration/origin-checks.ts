import { assertEqual, assertTrue } from '../contract/assert.js'
import { appOrigin, email, getLocation } from './app-browser.js'
import { withEnvironment } from './environment.js'
import { assertMatch, type IntegrationCheck } from './integration-check.js'

/** Headers that an attacker can send. */
const forged = {
  host: 'evil.example',
  'x-forwarded-host': 'evil.example',
  'x-forwarded-proto': 'http',
  'x-forwarded-for': '203.0.113.9',
  forwarded: 'host=evil.example;proto=http',
}

/** Environments in which nothing says that a proxy sets the forwarded headers. */
const undecided: readonly Readonly<Record<string, string | undefined>>[] = [
  { NODE_ENV: undefined },
  { NODE_ENV: '' },
  { NODE_ENV: 'staging' },
  { NODE_ENV: 'production' },
  { NODE_ENV: undefined, CF_PAGES: '1' },
  { NODE_ENV: 'production', CF_PAGES: '1' },
]

const environmentChecks: readonly IntegrationCheck[] = [
  ...undecided.map(
    (environment): IntegrationCheck => ({
      title: `believes no forwarded host if the environment is ${describeEnvironment(environment)}`,
      run: ({ open }) =>
        withEnvironment(environment, async () => {
          const browser = await open({ trustHost: undefined })
          for (const path of ['/auth/signin', '/auth/session', '/ok', '/account']) {
            const response = await browser.get(path, forwarded)
            const text = [...response.headers].join() + (await response.text())
            assertTrue(!text.includes('evil.example'), `the response of ${path} names evil.example`)
          }
        }),
    }),
  ),
  {
    title: 'serves the app without a setting if NODE_ENV is development',
    run: ({ open }) =>
      withEnvironment({ NODE_ENV: 'development' }, async () => {
        const browser = await open({ trustHost: undefined })
        await browser.assertEmail('visitor')
      }),
  },
]

const forwarded = { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'https' }

function describeEnvironment(environment: Readonly<Record<string, string | undefined>>): string {
  return Object.entries(environment)
    .map(([name, value]) => (value === undefined ? `without ${name}` : `${name}=${value}`))
    .join(', ')
}

/** The origin is never that of a header that a client can write. */
export const originChecks: readonly IntegrationCheck[] = [
  ...environmentChecks,
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
        const location = response.headers.get('location')
        const target = location && new URL(location, appOrigin).searchParams.get('redirect_uri')
        assertTrue(
          target === null || target.startsWith(`${appOrigin}/`),
          `the host ${host} leads to ${target}`,
        )
      }
    },
  },
]
