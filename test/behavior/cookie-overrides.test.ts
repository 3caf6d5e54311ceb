import { Auth, type AuthConfig } from 'latchkey'
import { MemoryAdapter } from 'latchkey/adapters/memory'
import { describe, expect, test } from 'vitest'
import { ada, comeBack, credentials, makeApp, origin, secret } from '../support/app.js'
import { setBy } from '../support/set-by.js'
import { visitor } from '../support/visitor.js'

describe('Behaviour section 3: cookie overrides', () => {
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

  test.each([
    ['sessionToken', 'mine', /^mine$/],
    ['callbackUrl', 'mine', /^mine$/],
    ['csrfToken', 'mine', /^mine$/],
    ['state', 'mine', /^mine\.[\w-]{8}$/],
  ])('of `%s` hold from the sign-in to the sign-out', async (key, name, written) => {
    const { op, open } = makeApp({ cookies: { [key]: { name, options: { path: '/auth' } } } })
    const visit = open()
    const away = await visit.signIn('op', { callbackUrl: '/in' })
    const found = () => visit.jar.cookies().filter(cookie => written.test(cookie.name))
    const before = found()
    await comeBack(visit, op, away)
    expect(await visit.session()).not.toBeNull()
    expect([...before, ...found()].map(({ path }) => path)).toContain('/auth')
    await visit.signOut()
    expect(await visit.session()).toBeNull()
  })

  test('that are undefined leave what is there', async () => {
    const nothing = { domain: undefined, httpOnly: undefined, secure: undefined, sameSite: undefined }
    const { open } = makeApp({
      cookies: { csrfToken: { name: undefined, options: nothing }, callbackUrl: { options: undefined } },
    })
    expect(setBy(await open().get('/auth/csrf'))).toEqual({
      '__Host-authjs.csrf-token': 'Path=/; HttpOnly; Secure; SameSite=Lax',
      '__Secure-authjs.callback-url': 'Path=/; HttpOnly; Secure; SameSite=Lax',
    })
  })

  test('of how long the cookie of a flow lives hold', async () => {
    const visit = makeApp({ cookies: { state: { options: { maxAge: 300 } } } }).open()
    await visit.csrf()
    expect(Object.values(setBy(await visit.signIn('op')))).toEqual([
      'Max-Age=300; Path=/; Expires=…; HttpOnly; Secure; SameSite=Lax',
    ])
  })

  test('of a name end what was sealed under the old one, for the name is the salt of its key', async () => {
    const named = (name: string) => makeApp({ providers: [credentials], cookies: { sessionToken: { name } } })
    const visit = named('one').open()
    await visit.signInWithCredentials(ada)
    visit.jar.set(origin, `two=${visit.jar.get('one')?.value}; Secure; Path=/`)
    const open = (name: string) => named(name).open({ jar: visit.jar.clone() })
    expect(await open('one').session()).not.toBeNull()
    expect(await open('two').session()).toBeNull()
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
