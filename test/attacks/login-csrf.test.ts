import { MemoryAdapter } from 'latchkey/adapters/memory'
import { createAuth, originUnchecked, toRequestHead } from 'latchkey/server'
import { describe, expect, test } from 'vitest'
import {
  type AppSetup,
  ada,
  completeRoundTrip,
  createTestApp,
  credentials,
  getLocation,
  origin,
  sessionCookie,
} from '../support/app.js'
import { captureEmails } from '../support/captured-emails.js'
import { createMaliciousProvider } from '../support/malicious-provider.js'

type Checks = NonNullable<Parameters<ReturnType<typeof createMaliciousProvider>['provider']>[0]>['checks']

/** Login CSRF: the victim is signed in to the attacker's account and stores data there. */
describe.each<[string, Checks]>([
  ['default', undefined],
  ['pkce', ['pkce']],
  ['state', ['state']],
  ['nonce', ['nonce']],
  ['all', ['pkce', 'state', 'nonce']],
])("the attacker's callback URL, opened by the victim (%s checks)", (_, checks) => {
  const setUp = async (provider: string) => {
    const op = createMaliciousProvider()
    const app = createTestApp({ op, providers: [op.provider({ checks }), op.plainProvider({ checks })] })
    const attacker = app.open()
    const trap = op.authorize(attacker.getLocation(await attacker.signIn(provider)), {
      as: { sub: 'attacker', email: 'attacker@evil.example' },
    })
    return { ...app, trap }
  }

  test.each(['op', 'plain'])(
    'is rejected with InvalidCheck at "%s", and the code is not sent',
    async provider => {
      const { op, open, trap, log } = await setUp(provider)
      const victim = open()
      expect(getLocation(await victim.get(trap, { from: 'https://evil.example' }))).toBe(
        `${origin}/auth/signin?error=OAuthCallbackError`,
      )
      expect(log.types()).toEqual(['InvalidCheck'])
      expect(await victim.getSession()).toBeNull()
      expect(op.listRequestedEndpoints()).not.toContain('token')
    },
  )

  test.each(['op', 'plain'])('is rejected at "%s" while the victim has a pending sign-in', async provider => {
    const { op, open, trap } = await setUp(provider)
    const victim = open()
    const away = await victim.signIn(provider)
    await victim.get(trap, { from: 'https://evil.example' })
    expect(await victim.getSession()).toBeNull()
    expect(op.listRequestedEndpoints()).not.toContain('token')
    expect(getLocation(await completeRoundTrip(victim, op, away))).toBe(origin)
  })

  test("with the victim's state and the attacker's code is rejected", async () => {
    const { open, trap } = await setUp('op')
    const victim = open()
    const away = victim.getLocation(await victim.signIn('op'))
    const mixed = new URL(trap)
    mixed.searchParams.set('state', away.searchParams.get('state') ?? '')
    await victim.get(mixed, { from: 'https://evil.example' })
    expect(await victim.getSession()).toBeNull()
  })
})

describe("a form on another site with the attacker's credentials", () => {
  const app = () => createTestApp({ providers: [credentials] })

  test.each([
    ['without a CSRF token', async () => ''],
    [
      "with the attacker's CSRF token",
      (attacker: { getCsrfToken(): Promise<string> }) => attacker.getCsrfToken(),
    ],
  ])('%s is rejected with MissingCSRF', async (_, tokenOf) => {
    const { open } = app()
    const victim = open()
    await victim.get('/auth/signin')
    const csrfToken = await tokenOf(open())
    const fields = { csrfToken, ...ada }
    const answer = await victim.post('/auth/callback/credentials', fields, { from: 'https://evil.example' })
    expect(getLocation(answer)).toBe(`${origin}/auth/signin?error=MissingCSRF`)
    expect(await victim.getSession()).toBeNull()
  })

  test("with the victim's CSRF token is rejected with MissingCSRF", async () => {
    const victim = app().open()
    const answer = await victim.signInWithCredentials(ada, { from: 'https://evil.example' })
    expect(getLocation(answer)).toBe(`${origin}/auth/signin?error=MissingCSRF`)
    expect(await victim.getSession()).toBeNull()
  })
})

describe('a form that a server function handles without a CSRF token', () => {
  type Headers_ = Record<string, string>
  const sibling = 'https://blog.app.example'
  const trustingSibling = { trustedOrigins: [sibling] }

  /** Returns the type of the error of a sign-in and of a sign-out. */
  async function readErrors(headers: Headers_, more: AppSetup = {}) {
    const { config } = createTestApp({ providers: [credentials], ...more })
    const [auth, head] = [createAuth(config), toRequestHead(new Request(`${origin}/login`, { headers }))]
    const results = [
      await auth.signIn(head, { originCheck: originUnchecked, provider: 'credentials', fields: ada }),
      await auth.signOut(head, { originCheck: originUnchecked }),
    ]
    return results.map(({ error }) => error?.type ?? null)
  }

  test.each<[string, Headers_, AppSetup]>([
    ['from another site', { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' }, {}],
    ['from another host of the same site', { 'sec-fetch-site': 'same-site', origin: sibling }, {}],
    ['from another host that hides its origin', { 'sec-fetch-site': 'same-site' }, {}],
    ['from another host with a sandbox', { 'sec-fetch-site': 'same-site', origin: 'null' }, {}],
    ['from another host, without `Sec-Fetch-Site`', { origin: sibling }, {}],
    [
      'from a host beside a trusted one',
      { 'sec-fetch-site': 'same-site', origin: 'https://evil.app.example' },
      trustingSibling,
    ],
    ['with an unknown `Sec-Fetch-Site`', { 'sec-fetch-site': 'x', origin }, {}],
    ['from a link on another host', { 'sec-fetch-site': 'same-site', referer: `${sibling}/` }, {}],
    ['from a link on another site, without `Sec-Fetch-Site`', { referer: 'https://evil.example/' }, {}],
    ['from a link in another app, without `Sec-Fetch-Site`', { referer: 'android-app://com.example/' }, {}],
    ['from a page without a readable URL', { referer: 'evil' }, {}],
    [
      'from a link on this site that another site redirects',
      { 'sec-fetch-site': 'cross-site', referer: `${origin}/` },
      {},
    ],
    [
      'from another site with the `Referer` of a trusted host',
      { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example', referer: `${sibling}/` },
      trustingSibling,
    ],
  ])('%s is rejected with MissingCSRF', async (_, headers, more) => {
    expect(await readErrors(headers, more)).toEqual(['MissingCSRF', 'MissingCSRF'])
  })

  test.each<[string, Headers_, AppSetup]>([
    ['from the same origin', { 'sec-fetch-site': 'same-origin', origin }, {}],
    ['from the user, as after a reload', { 'sec-fetch-site': 'none' }, {}],
    ['from the same origin, without `Sec-Fetch-Site`', { origin }, {}],
    ['without a browser', {}, {}],
    ['from a trusted host', { 'sec-fetch-site': 'same-site', origin: sibling }, trustingSibling],
    [
      'from a link on a trusted host',
      { 'sec-fetch-site': 'same-site', referer: `${sibling}/a` },
      trustingSibling,
    ],
    ['from a link, without `Sec-Fetch-Site`', { referer: `${origin}/account` }, {}],
    ['from a page that hides its URL, without `Sec-Fetch-Site`', { referer: '' }, {}],
  ])('%s is accepted', async (_, headers, more) => {
    expect(await readErrors(headers, more)).toEqual([null, null])
  })
})

test('a link cannot start a sign-in', async () => {
  const { op, open } = createTestApp()
  const victim = open()
  const answer = await victim.get('/auth/signin/op', { from: 'https://evil.example' })
  expect(getLocation(answer)).toBe(`${origin}/auth/error?error=Configuration`)
  expect(answer.headers.getSetCookie().join()).not.toContain('authjs.state')
  expect(op.listRequestedEndpoints()).toEqual([])
})

test('a form on another site cannot start a sign-in that would link an account', async () => {
  const { op, open } = createTestApp()
  const answer = await open().signIn('op', {}, { from: 'https://evil.example' })
  expect(getLocation(answer)).toBe(`${origin}/auth/signin?error=MissingCSRF`)
  expect(op.listRequestedEndpoints()).toEqual([])
})

test('a denied consent keeps the existing session', async () => {
  const { op, open } = createTestApp()
  const visit = open()
  await completeRoundTrip(visit, op, await visit.signIn('op'))
  const before = await visit.getSession()
  const away = await visit.signIn('op')
  await completeRoundTrip(visit, op, away, { as: { sub: 'other' }, error: 'access_denied' })
  expect(await visit.getSession()).toMatchObject({ user: before?.['user'] })
})

describe.each(['jwt', 'database'] as const)(
  "the attacker's magic link, opened by the victim, %s sessions",
  strategy => {
    async function trap(confirm?: 'always') {
      const mailbox = captureEmails({ confirm })
      const app = createTestApp({
        adapter: MemoryAdapter(),
        providers: [mailbox.provider],
        session: { strategy },
      })
      const attacker = app.open()
      await attacker.signIn('mail', { email: 'attacker@evil.example' })
      return { ...app, ...mailbox, link: mailbox.getLatestEmail().url }
    }

    test("shows a confirmation page with the attacker's email", async () => {
      const { open, link } = await trap()
      const victim = open()
      const page = await victim.get(link, { from: 'https://mail.example' })
      expect(page.status).toBe(200)
      const markup = await page.text()
      expect(markup).toContain('attacker@evil.example')
      expect(markup).toContain('app.example')
      expect(await victim.getSession()).toBeNull()
    })

    test('does not sign in while the victim has a pending magic link or is signed in', async () => {
      const { open, link, getLatestEmail } = await trap()
      const victim = open()
      await victim.signIn('mail', { email: 'victim@example.com' })
      await victim.get(link, { from: 'https://evil.example' })
      expect(await victim.getSession()).toBeNull()
      await victim.get(getLatestEmail().url)
      await victim.get(link, { from: 'https://evil.example' })
      expect(await victim.getSession()).toMatchObject({ user: { email: 'victim@example.com' } })
    })

    test('cannot be confirmed from another site, even with a CSRF token', async () => {
      const { open, link } = await trap()
      const victim = open()
      await victim.get('/auth/signin')
      const fields = Object.fromEntries(new URL(link).searchParams)
      for (const csrfToken of [await open().getCsrfToken(), await victim.getCsrfToken()]) {
        const form = { csrfToken, ...fields }
        const pressed = await victim.post('/auth/callback/mail', form, { from: 'https://evil.example' })
        expect(getLocation(pressed)).toBe(`${origin}/auth/signin?error=MissingCSRF`)
        expect(await victim.getSession()).toBeNull()
      }
    })

    test('is not accepted with a cookie of another browser or another secret', async () => {
      const { open, link, provider } = await trap()
      const other = createTestApp({
        adapter: MemoryAdapter(),
        providers: [provider],
        secret: 'x'.repeat(40),
      }).open()
      await other.signIn('mail', { email: 'attacker@evil.example' })
      const victim = open()
      for (const { name, value } of other.jar.cookies().filter(({ name }) => name.endsWith('-mail')))
        victim.jar.set(origin, `${name}=${value}; Secure; Path=/`)
      expect((await victim.get(link)).status).toBe(200)
      expect(await victim.getSession()).toBeNull()
    })

    test('replaces a session cookie that the attacker planted', async () => {
      const { open, getLatestEmail } = await trap()
      const victim = open()
      victim.jar.set(origin, `${sessionCookie}=planted; Secure; Path=/`)
      await victim.signIn('mail', { email: 'victim@example.com' })
      await victim.get(getLatestEmail().url)
      expect(victim.jar.get(sessionCookie)?.value).not.toBe('planted')
      const attacker = open()
      attacker.jar.set(origin, `${sessionCookie}=planted; Secure; Path=/`)
      expect(await attacker.getSession()).toBeNull()
    })
  },
)
