import { Auth, type AuthConfig } from 'latchkey'
import { describe, expect, test } from 'vitest'
import { ada, createTestApp, credentials, runRoundTrip, secret } from '../support/app.js'
import { createMaliciousProvider } from '../support/malicious-provider.js'
import { parseSetCookie } from '../support/parse-set-cookie.js'
import { createVisitor } from '../support/visitor.js'

type Attributes = NonNullable<NonNullable<AuthConfig['cookies']>['sessionToken']>['options']

/** The `Set-Cookie` line of the session cookie at sign-in. */
async function getSessionLine(options?: Attributes, more: Partial<AuthConfig> = {}): Promise<string> {
  const { open } = createTestApp({
    providers: [credentials],
    cookies: { sessionToken: { name: 'session', ...(options && { options }) } },
    jwt: { encode: () => 'token', decode: () => ({ sub: '42' }) },
    ...more,
  })
  const answer = await open().signInWithCredentials(ada)
  return answer.headers.getSetCookie().find(line => line.startsWith('session=')) ?? ''
}

describe('cookies', () => {
  describe('a cookie is written', () => {
    test('with its attributes in the order of Auth.js', async () => {
      const line = await getSessionLine({
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
      expect(await getSessionLine({ sameSite })).toMatch(new RegExp(`; ${written}$`))
    })

    test('without attributes that are false', async () => {
      const line = await getSessionLine({
        httpOnly: false,
        secure: false,
        sameSite: false,
        partitioned: false,
      })
      expect(line).toMatch(/^session=token; Path=\/; Expires=[^;]+ GMT$/)
    })

    test('with an RFC 7231 date', async () => {
      const [, date = ''] = /Expires=([^;]+)/.exec(await getSessionLine()) ?? []
      expect(date).toMatch(/^\w{3}, \d{2} \w{3} \d{4} \d{2}:\d{2}:\d{2} GMT$/)
      expect(Date.parse(date) - Date.now()).toBeGreaterThan(29 * 86_400_000)
    })

    test('with an encoded value that cannot add attributes or headers', async () => {
      const value = 'a b;c,"d"\\\r\nSet-Cookie: e=f|ü%'
      const line = await getSessionLine({}, { jwt: { encode: () => value, decode: () => null } })
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
    ])('over %s with %j, cookies have the documented names and attributes', async (...given) => {
      const [scheme, more, expected, attributes] = given
      const config: AuthConfig = { providers: [credentials], secret, trustHost: true, ...more }
      const set = parseSetCookie(await Auth(new Request(`${scheme}://app.example/auth/csrf`), config))
      expect(set).toEqual(expected)
      expect(new Set(Object.values(set))).toEqual(new Set([attributes]))
    })

    const quarter = 'Max-Age=900; '

    test.each([
      ['https://app.example', '__Secure-', ' Secure;'],
      ['http://app.example', '', ''],
    ])('a flow at %s uses one cookie that expires after 15 minutes', async (at, prefix, secure) => {
      const app = createTestApp()
      const visit = createVisitor(app.answer, at)
      await visit.getCsrfToken()
      const away = await visit.signIn('op')
      const [[name = '', attributes = ''] = [], ...others] = Object.entries(parseSetCookie(away))
      expect(others).toEqual([])
      expect(name).toMatch(new RegExp(`^${prefix}authjs\\.state\\.[\\w-]{8}$`))
      expect(attributes).toBe(`${quarter}Path=/; Expires=…; HttpOnly;${secure} SameSite=Lax`)
      const [, end = ''] = /Expires=([^;]+)/.exec(away.headers.getSetCookie().join()) ?? []
      expect(Math.abs(Date.parse(end) - Date.now() - 900_000)).toBeLessThan(60_000)
    })

    test.each([
      ['https://app.example', '__Secure-authjs.session-token', ' Secure;'],
      ['http://app.example', 'authjs.session-token', ''],
    ])('a session at %s uses a cookie whose expiry is that of the session', async (at, name, secure) => {
      const app = createTestApp({ providers: [credentials] })
      const visit = createVisitor(app.answer, at)
      const set = parseSetCookie(await visit.signInWithCredentials(ada))
      expect(set).toEqual({ [name]: `Path=/; Expires=…; HttpOnly;${secure} SameSite=Lax` })
      const { expires } = (await visit.getSession()) ?? {}
      const end = visit.jar.get(name)?.expires ?? 0
      expect(Math.abs(end - Date.parse(String(expires)))).toBeLessThan(60_000)
    })

    test('the check cookie is cleared with the attributes it was set with', async () => {
      const { op, open } = createTestApp()
      const visit = open()
      const [line = ''] = (await runRoundTrip(visit, op)).headers.getSetCookie()
      expect(line).toMatch(
        /^__Secure-authjs\.state\.[\w-]{8}=; Max-Age=0; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
      )
    })

    test.each(['https', 'http'])(
      'over %s, the check cookie of a form_post flow is SameSite=None and is cleared as Lax',
      async scheme => {
        const op = createMaliciousProvider()
        const authorization = { params: { response_mode: 'form_post' } }
        const { answer } = createTestApp({ op, providers: [op.provider({ authorization })] })
        const visit = createVisitor(answer, `${scheme}://app.example`)
        await visit.getCsrfToken()
        const away = await visit.signIn('op')
        const secure = scheme === 'https' ? ' Secure;' : ''
        expect(Object.values(parseSetCookie(away))).toEqual([
          `${quarter}Path=/; Expires=…; HttpOnly; Secure; SameSite=None`,
        ])
        const cookie = (away.headers.getSetCookie()[0] ?? '').split(';')[0] ?? ''
        const back = op.authorize(visit.getLocation(away))
        const post = { from: op.issuer, headers: { cookie } }
        const returned = await visit.post(back.origin + back.pathname, back.searchParams, post)
        expect(Object.values(parseSetCookie(returned))).toContain(
          `Max-Age=0; Path=/; HttpOnly;${secure} SameSite=Lax`,
        )
      },
    )

    test('the callback URL is stored as an absolute URL', async () => {
      const visit = createTestApp().open()
      await visit.get('/auth/signin?callbackUrl=/a%3Fb')
      expect(visit.jar.get('__Secure-authjs.callback-url')?.value).toBe('https%3A%2F%2Fapp.example%2Fa%3Fb')
    })

    test('the CSRF token cookie has the format of Auth.js', async () => {
      const { open } = createTestApp()
      const visit = open()
      const csrfToken = await visit.getCsrfToken()
      expect(visit.jar.get('__Host-authjs.csrf-token')?.value).toMatch(
        new RegExp(`^${csrfToken}%7C[\\da-f]{64}$`),
      )
      expect(csrfToken).toMatch(/^[\da-f]{64}$/)
    })
  })
})
