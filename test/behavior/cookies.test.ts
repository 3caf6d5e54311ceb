import { Auth, type AuthConfig } from 'latchkey'
import { describe, expect, test } from 'vitest'
import { ada, credentials, makeApp, roundTrip, secret } from '../support/app.js'
import { lyingProvider } from '../support/lying-provider.js'
import { setBy } from '../support/set-by.js'
import { visitor } from '../support/visitor.js'

type Attributes = NonNullable<NonNullable<AuthConfig['cookies']>['sessionToken']>['options']

/** The session cookie of a sign-in, as it is sent. */
async function sessionLine(options?: Attributes, more: Partial<AuthConfig> = {}): Promise<string> {
  const { open } = makeApp({
    providers: [credentials],
    cookies: { sessionToken: { name: 'session', ...(options && { options }) } },
    jwt: { encode: () => 'token', decode: () => ({ sub: '42' }) },
    ...more,
  })
  const answer = await open().signInWithCredentials(ada)
  return answer.headers.getSetCookie().find(line => line.startsWith('session=')) ?? ''
}

describe('Behaviour section 3: cookies', () => {
  describe('a cookie is written', () => {
    test('with its attributes in the order of the reference', async () => {
      const line = await sessionLine({
        sameSite: 'none',
        priority: 'high',
        partitioned: true,
        secure: true,
        httpOnly: true,
        path: '/app',
        domain: 'app.example',
        maxAge: 60.9,
      })
      expect(line.replace(/Expires=[^;]+/, 'Expires=…')).toBe(
        'session=token; Max-Age=60; Domain=app.example; Path=/app; Expires=…; HttpOnly; Secure; Partitioned; ' +
          'Priority=High; SameSite=None',
      )
    })

    test.each([
      [true, 'SameSite=Strict'],
      ['strict', 'SameSite=Strict'],
      ['lax', 'SameSite=Lax'],
      ['none', 'SameSite=None'],
    ] as const)('with `sameSite: %j` as %s', async (sameSite, written) => {
      expect(await sessionLine({ sameSite })).toMatch(new RegExp(`; ${written}$`))
    })

    test('without the attributes that are switched off', async () => {
      const line = await sessionLine({ httpOnly: false, secure: false, sameSite: false, partitioned: false })
      expect(line).toMatch(/^session=token; Path=\/; Expires=[^;]+ GMT$/)
    })

    test('with a date that every browser can read', async () => {
      const [, date = ''] = /Expires=([^;]+)/.exec(await sessionLine()) ?? []
      expect(date).toMatch(/^\w{3}, \d{2} \w{3} \d{4} \d{2}:\d{2}:\d{2} GMT$/)
      expect(Date.parse(date) - Date.now()).toBeGreaterThan(29 * 86_400_000)
    })

    test('with a value that cannot break out of it', async () => {
      const value = 'a b;c,"d"\\\r\nSet-Cookie: e=f|ü%'
      const line = await sessionLine({}, { jwt: { encode: () => value, decode: () => null } })
      expect(line.split('; ')[0]).toBe(`session=${encodeURIComponent(value)}`)
    })
  })

  describe('by default', () => {
    const names = (prefix: string, host: string) => ({
      [`${host}authjs.csrf-token`]: expect.anything(),
      [`${prefix}authjs.callback-url`]: expect.anything(),
    })

    test.each([
      ['https', {}, names('__Secure-', '__Host-'), 'Path=/; HttpOnly; Secure; SameSite=Lax'],
      ['http', {}, names('', ''), 'Path=/; HttpOnly; SameSite=Lax'],
      ['https', { useSecureCookies: false }, names('', ''), 'Path=/; HttpOnly; SameSite=Lax'],
      [
        'http',
        { useSecureCookies: true },
        names('__Secure-', '__Host-'),
        'Path=/; HttpOnly; Secure; SameSite=Lax',
      ],
    ])('over %s with %j the cookies have the names and attributes of the contract', async (...given) => {
      const [scheme, more, expected, attributes] = given
      const config: AuthConfig = { providers: [credentials], secret, trustHost: true, ...more }
      const set = setBy(await Auth(new Request(`${scheme}://app.example/auth/csrf`), config))
      expect(set).toEqual(expected)
      expect(new Set(Object.values(set))).toEqual(new Set([attributes]))
    })

    const quarter = 'Max-Age=900; '

    test.each([
      ['https://app.example', '__Secure-', ' Secure;'],
      ['http://app.example', '', ''],
    ])('a flow at %s lies in one cookie that lives for fifteen minutes', async (at, prefix, secure) => {
      const app = makeApp()
      const visit = visitor(app.answer, at)
      await visit.csrf()
      const away = await visit.signIn('op')
      const [[name = '', attributes = ''] = [], ...others] = Object.entries(setBy(away))
      expect(others).toEqual([])
      expect(name).toMatch(new RegExp(`^${prefix}authjs\\.state\\.[\\w-]{8}$`))
      expect(attributes).toBe(`${quarter}Path=/; Expires=…; HttpOnly;${secure} SameSite=Lax`)
      const [, end = ''] = /Expires=([^;]+)/.exec(away.headers.getSetCookie().join()) ?? []
      expect(Math.abs(Date.parse(end) - Date.now() - 900_000)).toBeLessThan(5_000)
    })

    test.each([
      ['https://app.example', '__Secure-authjs.session-token', ' Secure;'],
      ['http://app.example', 'authjs.session-token', ''],
    ])('a session at %s lies in a cookie that says only when it ends', async (at, name, secure) => {
      const app = makeApp({ providers: [credentials] })
      const visit = visitor(app.answer, at)
      const set = setBy(await visit.signInWithCredentials(ada))
      expect(set).toEqual({ [name]: `Path=/; Expires=…; HttpOnly;${secure} SameSite=Lax` })
      const { expires } = (await visit.session()) ?? {}
      const end = visit.jar.get(name)?.expires ?? 0
      expect(Math.abs(end - Date.parse(String(expires)))).toBeLessThan(2_000)
    })

    test('the cookie of a flow is cleared with the attributes it was set with', async () => {
      const { op, open } = makeApp()
      const visit = open()
      const [line = ''] = (await roundTrip(visit, op)).headers.getSetCookie()
      expect(line).toMatch(
        /^__Secure-authjs\.state\.[\w-]{8}=; Max-Age=0; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
      )
    })

    test.each(['https', 'http'])(
      'over %s a flow that comes back by a form of the provider travels across sites, and is cleared as Lax',
      async scheme => {
        const op = lyingProvider()
        const authorization = { params: { response_mode: 'form_post' } }
        const { answer } = makeApp({ op, providers: [op.provider({ authorization })] })
        const visit = visitor(answer, `${scheme}://app.example`)
        await visit.csrf()
        const away = await visit.signIn('op')
        const secure = scheme === 'https' ? ' Secure;' : ''
        expect(Object.values(setBy(away))).toEqual([
          `${quarter}Path=/; Expires=…; HttpOnly; Secure; SameSite=None`,
        ])
        const cookie = (away.headers.getSetCookie()[0] ?? '').split(';')[0] ?? ''
        const back = op.authorize(visit.location(away))
        const post = { from: op.issuer, headers: { cookie } }
        const returned = await visit.post(back.origin + back.pathname, back.searchParams, post)
        expect(Object.values(setBy(returned))).toContain(`Max-Age=0; Path=/; HttpOnly;${secure} SameSite=Lax`)
      },
    )

    test('the place to end is written as an absolute URL', async () => {
      const visit = makeApp().open()
      await visit.get('/auth/signin?callbackUrl=/a%3Fb')
      expect(visit.jar.get('__Secure-authjs.callback-url')?.value).toBe('https%3A%2F%2Fapp.example%2Fa%3Fb')
    })

    test('the token of the form is written as the reference writes it', async () => {
      const { open } = makeApp()
      const visit = open()
      const csrfToken = await visit.csrf()
      expect(visit.jar.get('__Host-authjs.csrf-token')?.value).toMatch(
        new RegExp(`^${csrfToken}%7C[\\da-f]{64}$`),
      )
      expect(csrfToken).toMatch(/^[\da-f]{64}$/)
    })
  })
})
