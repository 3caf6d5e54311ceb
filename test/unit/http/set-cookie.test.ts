import { Auth, type AuthConfig } from 'latchkey'
import { MemoryAdapter } from 'latchkey/adapters/memory'
import { describe, expect, test } from 'vitest'
import { ada, credentials, makeApp, origin, secret } from '../../support/app.js'
import { visitor } from '../../support/visitor.js'

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

/** What an answer sets: names, and attributes without their dates. */
function setBy(answer: Response): Record<string, string> {
  const lines = answer.headers.getSetCookie().map(line => {
    const [pair = '', ...attributes] = line.split('; ')
    const shown = attributes.map(attribute => attribute.replace(/^Expires=.* GMT$/, 'Expires=…'))
    return [pair.split('=')[0] ?? '', shown.join('; ')]
  })
  return Object.fromEntries(lines)
}

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

  test('a flow lies in a cookie that lives for fifteen minutes', async () => {
    const { open } = makeApp()
    const set = setBy(await open().signIn('op'))
    const [name = '', ...others] = Object.keys(set)
    expect(others).toEqual([])
    expect(name).toMatch(/^__Secure-authjs\.state\.[\w-]{8}$/)
    expect(set[name]).toBe('Max-Age=900; Path=/; Expires=…; HttpOnly; Secure; SameSite=Lax')
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

describe('overrides', () => {
  test('of a name leave the attributes, and of an attribute the name and the rest', async () => {
    const config: AuthConfig = {
      providers: [credentials],
      secret,
      trustHost: true,
      cookies: { csrfToken: { name: 'mine' }, callbackUrl: { options: { path: '/app' } } },
    }
    const set = setBy(await Auth(new Request(`${origin}/auth/csrf`), config))
    expect(set).toEqual({
      mine: 'Path=/; HttpOnly; Secure; SameSite=Lax',
      '__Secure-authjs.callback-url': 'Path=/app; HttpOnly; Secure; SameSite=Lax',
    })
  })

  test('hold when the cookie is cleared, or the browser would keep it', async () => {
    const config: AuthConfig = {
      providers: [credentials],
      secret,
      trustHost: true,
      cookies: {
        sessionToken: {
          options: { domain: 'example.org', maxAge: 600, path: '/app', expires: new Date(2e12) },
        },
      },
    }
    const there = visitor(request => Auth(request, config), 'https://www.example.org')
    const [name, line] = ['__Secure-authjs.session-token', 'garbage; Domain=example.org; Path=/; Secure']
    there.jar.set(there.origin, `${name}=${line}`)
    const answer = await there.get('/auth/session')
    expect(answer.headers.getSetCookie().find(one => one.startsWith(name))).toBe(
      `${name}=; Max-Age=0; Domain=example.org; Path=/app; HttpOnly; Secure; SameSite=Lax`,
    )
  })

  test('of the name of the session cookie hold for stored sessions too', async () => {
    const adapter = MemoryAdapter()
    await adapter.createUser({ id: 'ada-1', email: ada.email, emailVerified: null })
    const { open } = makeApp({
      providers: [credentials],
      adapter,
      cookies: { sessionToken: { name: 'session' } },
      session: { generateSessionToken: () => 'a+b/c==' },
    })
    const visit = open()
    await visit.signInWithCredentials(ada)
    expect(visit.jar.get('session')?.value).toBe('a%2Bb%2Fc%3D%3D')
    expect(await visit.session()).not.toBeNull()
  })
})
