import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ada, createTestApp, credentials, getLocation, origin, runRoundTrip } from '../support/app.js'
import { createPasskeyApp } from '../support/passkey-app.js'
import type { Visitor } from '../support/visitor.js'
import { createAllProvidersApp } from './all-providers-app.js'

const cookie = '__Secure-authjs.callback-url'
const evil = 'https://evil.example'
/** Proxies such as nginx reject a request whose headers exceed 4 or 8 kB. */
const maxSetCookieLength = 6_000

describe('a callback URL', () => {
  test.each([
    ['slashes', '/'],
    ['CJK characters', '漢'],
    ['emoji', '😀'],
    ['spaces', ' '],
    ['control characters', '\u0001'],
  ])('of %s is limited by its encoded length', async (_, character) => {
    for (const length of [600, 2_000, 2_048, 6_000]) {
      const visit = createAllProvidersApp().open()
      const callbackUrl = `/${character.repeat(length)}`
      const response = await visit.get(`/auth/signin?${new URLSearchParams({ callbackUrl })}`)
      expect(response.headers.getSetCookie().find(line => line.startsWith(cookie))?.length).toBeLessThan(
        2_200,
      )
      const isTooLong = encodeURIComponent(origin + callbackUrl).length > 2_048
      const signedIn = await visit.signInWithCredentials(ada)
      if (isTooLong) expect(getLocation(signedIn)).toBe(origin)
    }
  })

  test('that the `redirect` callback makes long is used, and is not stored', async () => {
    const home = `${origin}/${'x'.repeat(3_000)}`
    const app = createTestApp({ providers: [credentials], callbacks: { redirect: () => home } })
    const visit = app.open()
    expect(getLocation(await visit.signInWithCredentials({ ...ada, callbackUrl: '/a' }))).toBe(home)
    expect(visit.jar.get(cookie)?.value).toBe(encodeURIComponent(origin))
  })
})

describe('a GET from another site with a callback URL', () => {
  test.each(['signin', 'signout', 'error', 'csrf', 'session', 'verify-request', 'callback/op'])(
    'of %s does not set the cookie',
    async action => {
      const visit = createAllProvidersApp().open()
      const response = await visit.get(`/auth/${action}?callbackUrl=/account`, { from: evil })
      expect(response.headers.getSetCookie().filter(line => line.startsWith(cookie))).toEqual([])
    },
  )

  test('does not replace the cookie', async () => {
    const visit = createAllProvidersApp().open()
    await visit.get('/auth/signin?callbackUrl=/mine')
    await visit.get('/auth/signin?callbackUrl=/theirs', { from: evil })
    expect(visit.jar.get(cookie)?.value).toBe(encodeURIComponent(`${origin}/mine`))
  })

  test('passes it on in the form of the page, and the POST sets the cookie', async () => {
    const { open, op } = createAllProvidersApp()
    const visit = open()
    const page = await visit.get('/auth/signin?callbackUrl=/account', { from: evil })
    expect(await page.text()).toContain(`name="callbackUrl" value="${origin}/account"`)
    expect(getLocation(await runRoundTrip(visit, op, { callbackUrl: `${origin}/account` }))).toBe(
      `${origin}/account`,
    )
    expect(visit.jar.get(cookie)?.value).toBe(encodeURIComponent(`${origin}/account`))
  })

  test('passes it on in the query to `pages.signIn`', async () => {
    const visit = createTestApp({ pages: { signIn: '/login' } }).open()
    const response = await visit.get('/auth/signin?callbackUrl=/account', { from: evil })
    expect(visit.getLocation(response).searchParams.get('callbackUrl')).toBe(`${origin}/account`)
  })

  /** Paths of every action, with what a link can add to them. */
  const linked = [
    'callback/op',
    'callback/op?code=a&state=b',
    'callback/op?error=access_denied',
    'callback/credentials',
    'callback/mail?token=a&email=b@example.com',
    'callback/code',
    'callback/unknown',
    'csrf',
    'error',
    'providers',
    'session',
    'signin',
    'signin/op',
    'signin/mail',
    'signout',
    'step-up?acr=aal2',
    'verify-request',
    'webauthn-options/op',
  ]

  test.each(linked)(
    'of %s makes no cookie longer than a short URL does, however often it is followed',
    async path => {
      const measure = async (length: number) => {
        const visit = createAllProvidersApp().open()
        const callbackUrl = encodeURIComponent(`${origin}/${'a'.repeat(length)}`)
        const link = `/auth/${path}${path.includes('?') ? '&' : '?'}callbackUrl=${callbackUrl}`
        for (let count = 0; count < 5; count++) await visit.get(link, { from: evil })
        return visit.jar.cookies().map(({ name, value }) => [name, value.length])
      }
      expect(await measure(1_900)).toEqual(await measure(1))
    },
  )

  test('sets the cookie if the browser does not send Sec-Fetch-Site', async () => {
    const visit = createAllProvidersApp().open()
    await visit.get('/auth/signin?callbackUrl=/account', { headers: { 'sec-fetch-site': null } })
    expect(visit.jar.get(cookie)?.value).toBe(encodeURIComponent(`${origin}/account`))
  })
})

describe('the authorization URL', () => {
  test.each(['callbackUrl', 'login_hint', 'ui_locales', 'anything'])(
    'does not contain a `%s` of 64 kB',
    async name => {
      const { op, open } = createAllProvidersApp()
      const value = `/${'x'.repeat(64_000)}`
      for (const [query, fields] of [
        [new URLSearchParams({ [name]: value }), {}],
        ['', { [name]: value }],
      ] as const) {
        const visit = open()
        const csrfToken = await visit.getCsrfToken()
        const response = await visit.post(`/auth/signin/op?${query}`, { csrfToken, ...fields })
        expect(getLocation(response)).toContain(op.endpoints.authorize)
        expect(getLocation(response)?.length).toBeLessThan(1_000)
      }
    },
  )

  test('contains parameters of up to 2,048 encoded characters', async () => {
    const visit = createAllProvidersApp().open()
    const csrfToken = await visit.getCsrfToken()
    const login_hint = 'x'.repeat(2_048)
    const response = await visit.post(`/auth/signin/op?audience=${login_hint}`, { csrfToken, login_hint })
    const { searchParams } = visit.getLocation(response)
    expect(searchParams.get('login_hint')).toBe(login_hint)
    expect(searchParams.get('audience')).toBe(login_hint)
  })
})

describe('the cookies that one response sets', () => {
  const hostileText = fc
    .tuple(
      fc.constantFrom('', '/', 'https://app.example/', 'a@', '漢@b.example'),
      fc.constantFrom(...'x/漢é\u0001"\\ @😀'),
    )
    .chain(([start, unit]) =>
      fc.oneof(fc.nat(200), fc.nat(2_000), fc.nat(9_000)).map(length => start + unit.repeat(length)),
    )
  const names = [
    'callbackUrl',
    'email',
    'login_hint',
    'ui_locales',
    'token',
    'code',
    'state',
    'error',
    'password',
  ]
  const actions = [
    'signin',
    'signout',
    'error',
    'csrf',
    'session',
    'verify-request',
    'callback',
    'webauthn-options',
  ]
  const providers = [
    '',
    '/op',
    '/op',
    '/op',
    '/plain',
    '/credentials',
    '/mail',
    '/code',
    '/passkey',
    '/unknown',
  ]
  const tossedNames = [
    'state',
    'challenge',
    'callback-url',
    'csrf-token',
    'state-link',
    'state-code',
    'hint',
    'last-provider',
  ]
  const tossed = fc
    .tuple(fc.constantFrom(...tossedNames), fc.constantFrom('', '.', '.x'), fc.nat(300), fc.nat(200))
    .map(([name, suffix, count, length]) =>
      Array.from({ length: suffix ? count : 1 }, (_, index) => {
        const end = suffix && suffix + String(index).padStart(7, '0') + '_'.repeat(length % 9 ? 0 : length)
        return `__Secure-authjs.${name}${end}=${'y'.repeat(length)}`
      }).join('; '),
    )
  const requests = fc.record({
    method: fc.constantFrom('GET', 'POST'),
    action: fc.constantFrom(...actions, 'signin', 'signin', 'webauthn-options'),
    provider: fc.oneof(
      fc.constantFrom(...providers),
      hostileText.map(text => `/${encodeURIComponent(text)}`),
    ),
    query: fc.dictionary(
      fc.constantFrom(...names, 'action'),
      fc.oneof(hostileText, fc.constant('register')),
      { maxKeys: 4 },
    ),
    fields: fc.dictionary(fc.constantFrom(...names), hostileText, { maxKeys: 4 }),
    cookies: tossed,
    from: fc.constantFrom(origin, origin, evil),
  })

  const measureCookies = (response: Response) =>
    response.headers
      .getSetCookie()
      .filter(line => !line.includes('session-token'))
      .reduce((total, line) => total + line.length, 0)

  type HostileRequest = ReturnType<typeof requests.generate>['value']

  async function measure(visit: Visitor, csrfToken: string, request: HostileRequest): Promise<number> {
    const { method, action, provider, query, fields, cookies, from } = request
    const path = `/auth/${action}${provider}?${new URLSearchParams(query)}`
    const headers = { cookie: `${visit.jar.header(origin)}; ${cookies}` }
    return measureCookies(
      method === 'GET'
        ? await visit.get(path, { headers, from })
        : await visit.post(path, { csrfToken, ...fields }, { headers, from }),
    )
  }

  test.each(['state', 'challenge'])('do not clear all of 180 tossed %s cookies at once', async name => {
    const visit = (name === 'state' ? createAllProvidersApp() : createPasskeyApp()).open()
    const csrfToken = await visit.getCsrfToken()
    const many = Array.from({ length: 180 }, (_, index) => `__Secure-authjs.${name}.x${1_000_000 + index}=y`)
    const headers = { cookie: [visit.jar.header(origin), ...many].join('; ') }
    const response =
      name === 'state'
        ? await visit.post('/auth/signin/op', { csrfToken }, { headers })
        : await visit.get('/auth/webauthn-options/passkey?action=authenticate', { headers })
    expect(response.headers.getSetCookie().filter(line => line.includes('Max-Age=0'))).toHaveLength(10)
    expect(measureCookies(response)).toBeLessThan(maxSetCookieLength)
  })

  test(`are shorter than ${maxSetCookieLength} characters for any single request`, {
    timeout: 120_000,
  }, async () => {
    const { open } = createAllProvidersApp()
    const { open: openPasskey } = createPasskeyApp()
    await fc.assert(
      fc.asyncProperty(requests, fc.boolean(), async (request, hasPasskey) => {
        const visit = (hasPasskey ? openPasskey : open)()
        const length = await measure(visit, await visit.getCsrfToken(), request)
        expect(length).toBeLessThan(maxSetCookieLength)
      }),
      { numRuns: 1_500 },
    )
  })
})
