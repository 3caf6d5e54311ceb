import { Auth, type AuthConfig } from 'latchkey'
import { MemoryAdapter } from 'latchkey/adapters/memory'
import { createAuth, originChecked, toRequestHead } from 'latchkey/server'
import { describe, expect, test } from 'vitest'
import { ada, completeRoundTrip, createTestApp, credentials, origin, secret } from '../support/app.js'
import { parseSetCookie } from '../support/parse-set-cookie.js'
import { createVisitor } from '../support/visitor.js'

describe('cookie overrides', () => {
  test('of a name keep the attributes, and of an attribute keep the name and the other attributes', async () => {
    const config: AuthConfig = {
      providers: [credentials],
      secret,
      trustHost: true,
      cookies: { csrfToken: { name: 'mine' }, callbackUrl: { options: { path: '/app' } } },
    }
    const set = parseSetCookie(await Auth(new Request(`${origin}/auth/csrf`), config))
    expect(set).toEqual({
      mine: 'Path=/; HttpOnly; Secure; SameSite=Lax',
      '__Secure-authjs.callback-url': 'Path=/app; HttpOnly; Secure; SameSite=Lax',
    })
  })

  test('apply when the cookie is cleared', async () => {
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
    const there = createVisitor(request => Auth(request, config), 'https://www.example.org')
    const [name, line] = ['__Secure-authjs.session-token', 'garbage; Domain=example.org; Path=/; Secure']
    there.jar.set(there.origin, `${name}=${line}`)
    const answer = await there.get('/auth/session')
    expect(answer.headers.getSetCookie().filter(one => one.startsWith(name))).toEqual([
      `${name}=; Max-Age=0; Path=/app; HttpOnly; Secure; SameSite=Lax`,
      `${name}=; Max-Age=0; Domain=example.org; Path=/app; HttpOnly; Secure; SameSite=Lax`,
    ])
  })

  test.each([
    ['sessionToken', 'mine', /^mine$/],
    ['callbackUrl', 'mine', /^mine$/],
    ['csrfToken', 'mine', /^mine$/],
    ['state', 'mine', /^mine\.[\w-]{8}$/],
  ])('of `%s` apply from sign-in to sign-out', async (key, name, written) => {
    const { op, open } = createTestApp({ cookies: { [key]: { name, options: { path: '/auth' } } } })
    const visit = open()
    const away = await visit.signIn('op', { callbackUrl: '/in' })
    const found = () => visit.jar.cookies().filter(cookie => written.test(cookie.name))
    const before = found()
    await completeRoundTrip(visit, op, away)
    expect(await visit.getSession()).not.toBeNull()
    expect([...before, ...found()].map(({ path }) => path)).toContain('/auth')
    await visit.signOut()
    expect(await visit.getSession()).toBeNull()
  })

  test.each<[string, AuthConfig['cookies'], RegExp]>([
    [
      'a domain of the CSRF cookie, whose default name has the prefix `__Host-`',
      { csrfToken: { options: { domain: 'example.org' } } },
      /^`cookies\.csrfToken` has the name "__Host-authjs\.csrf-token", .* `path: "\/"` and no `domain`\. Change/,
    ],
    [
      'a path of a cookie with the prefix `__Host-`',
      { sessionToken: { name: '__host-session', options: { path: '/app' } } },
      /^`cookies\.sessionToken` has the name "__host-session", .* no `domain`\. Change/,
    ],
    [
      'the prefix `__Host-` without `secure`',
      { sessionToken: { name: '__Host-session', options: { secure: false } } },
      /has the name "__Host-session", .* unless it has `secure: true`, `path/,
    ],
    [
      'the prefix `__Secure-` without `secure`',
      { sessionToken: { options: { secure: false } } },
      /"__Secure-authjs\.session-token", so browsers reject it unless it has `secure: true`\. Change these `options`, or set a `name` without the prefix\./,
    ],
  ])('are refused for %s', async (_, cookies, message) => {
    const { log, answer } = createTestApp({ cookies })
    expect((await answer(new Request(`${origin}/auth/session`))).status).toBe(500)
    expect([log.types(), log.errors[0]?.message]).toEqual([['InvalidConfig'], expect.stringMatching(message)])
  })

  test.each<[string, AuthConfig]>([
    [
      'a domain with the prefix `__Secure-`',
      { providers: [], cookies: { sessionToken: { options: { domain: 'example.org' } } } },
    ],
    [
      'a name without a prefix',
      { providers: [], cookies: { csrfToken: { name: 'csrf', options: { domain: 'example.org' } } } },
    ],
    [
      'a domain of the CSRF cookie with `useSecureCookies: false`',
      {
        providers: [],
        useSecureCookies: false,
        cookies: { csrfToken: { options: { domain: 'example.org' } } },
      },
    ],
  ])('are accepted for %s', async (_, config) => {
    const { answer } = createTestApp(config)
    expect((await answer(new Request(`${origin}/auth/session`))).status).toBe(200)
  })

  describe.each(['https', 'http'] as const)('are accepted on %s if browsers accept the cookie', scheme => {
    const keys = ['sessionToken', 'callbackUrl', 'csrfToken', 'state'] as const
    const names = [undefined, 'mine', '__Secure-mine', '__Host-mine']
    const attributes: NonNullable<NonNullable<AuthConfig['cookies']>['state']>['options'][] = [
      {},
      { secure: false },
      { secure: true },
      { domain: 'app.example' },
      { path: '/auth' },
      { sameSite: 'strict' },
      { sameSite: 'none', secure: true },
      { partitioned: true, secure: true },
      { secure: false, path: '/auth', domain: 'app.example' },
    ]
    const cases = keys.flatMap(key =>
      names.flatMap(name =>
        attributes.map(options => ({ key, name, options, title: JSON.stringify({ key, name, ...options }) })),
      ),
    )

    test.each(cases)('$title', async ({ key, name, options }) => {
      const { log, answer } = createTestApp({ cookies: { [key]: { name, options } } })
      const expected = getExpectedStatus({ scheme, key, name, options })
      for (const path of ['csrf', 'session', 'signin']) {
        const response = await answer(new Request(`${scheme}://app.example/auth/${path}`))
        expect(response.status).toBe(expected)
      }
      expect(new Set(log.types())).toEqual(new Set(expected === 500 ? ['InvalidConfig'] : []))
    })

    /** The rules of RFC 6265bis section 4.1.3, written for the names and attributes above. */
    function getExpectedStatus({
      scheme,
      key,
      name,
      options,
    }: Omit<(typeof cases)[number], 'title'> & { scheme: string }) {
      const isHttps = scheme === 'https'
      const prefix = name
        ? (/^__\w+-/.exec(name)?.[0] ?? '')
        : isHttps
          ? key === 'csrfToken'
            ? '__Host-'
            : '__Secure-'
          : ''
      const isSecure = options?.secure ?? (isHttps || prefix !== '')
      if (prefix !== '' && !isSecure) return 500
      return prefix === '__Host-' && (options?.domain || options?.path) ? 500 : 200
    }
  })

  test('sign a user in on http with `secure: false` in development, and server code reads the session', async () => {
    const { config, log } = createTestApp({
      providers: [credentials],
      cookies: { sessionToken: { options: { httpOnly: true, sameSite: 'lax', path: '/', secure: false } } },
    })
    const visit = createVisitor(request => Auth(request, config), 'http://localhost:3000')
    await visit.signInWithCredentials(ada)
    expect(await visit.getSession()).toMatchObject({ user: { name: 'Ada' } })
    const auth = createAuth(config)
    const headers = { host: 'localhost:3000', cookie: visit.jar.header(visit.origin) }
    const head = toRequestHead(new Request(`${visit.origin}/page`, { headers }))
    expect((await auth.getSession(head))?.user).toMatchObject({ name: 'Ada' })
    expect(log.types()).toEqual([])
    const secureHead = toRequestHead(new Request(`${origin}/page`, { headers: { host: 'app.example' } }))
    await expect(auth.getSession(secureHead)).rejects.toThrow('unless it has `secure: true`')
    const signOut = await auth.signOut(secureHead, { originCheck: originChecked })
    expect(signOut).toMatchObject({ error: { type: 'InvalidConfig' } })
  })

  test('of a name with a prefix set `Secure` on http too, because browsers reject the cookie otherwise', async () => {
    const { answer } = createTestApp({ cookies: { csrfToken: { name: '__Host-csrf' } } })
    const set = parseSetCookie(await answer(new Request('http://localhost:3000/auth/csrf')))
    expect(set['__Host-csrf']).toBe('Path=/; HttpOnly; Secure; SameSite=Lax')
  })

  test('that are undefined keep the defaults', async () => {
    const nothing = { domain: undefined, httpOnly: undefined, secure: undefined, sameSite: undefined }
    const { open } = createTestApp({
      cookies: { csrfToken: { name: undefined, options: nothing }, callbackUrl: { options: undefined } },
    })
    expect(parseSetCookie(await open().get('/auth/csrf'))).toEqual({
      '__Host-authjs.csrf-token': 'Path=/; HttpOnly; Secure; SameSite=Lax',
      '__Secure-authjs.callback-url': 'Path=/; HttpOnly; Secure; SameSite=Lax',
    })
  })

  test('of `maxAge` apply to the check cookie', async () => {
    const visit = createTestApp({ cookies: { state: { options: { maxAge: 300 } } } }).open()
    await visit.getCsrfToken()
    expect(Object.values(parseSetCookie(await visit.signIn('op')))).toEqual([
      'Max-Age=300; Path=/; Expires=…; HttpOnly; Secure; SameSite=Lax',
    ])
  })

  test('of a name invalidate cookies that were encrypted under the old name', async () => {
    const named = (name: string) =>
      createTestApp({ providers: [credentials], cookies: { sessionToken: { name } } })
    const visit = named('one').open()
    await visit.signInWithCredentials(ada)
    visit.jar.set(origin, `two=${visit.jar.get('one')?.value}; Secure; Path=/`)
    const open = (name: string) => named(name).open({ jar: visit.jar.clone() })
    expect(await open('one').getSession()).not.toBeNull()
    expect(await open('two').getSession()).toBeNull()
  })

  test('of the session cookie name apply to database sessions', async () => {
    const adapter = MemoryAdapter()
    await adapter.createUser({ id: 'ada-1', email: ada.email, emailVerified: null })
    const { open } = createTestApp({
      providers: [credentials],
      adapter,
      cookies: { sessionToken: { name: 'session' } },
      session: { generateSessionToken: () => 'a+b/c==' },
    })
    const visit = open()
    await visit.signInWithCredentials(ada)
    expect(visit.jar.get('session')?.value).toBe('a%2Bb%2Fc%3D%3D')
    expect(await visit.getSession()).not.toBeNull()
  })
})
