import type { AuthConfig } from 'latchkey'
import { setEnvDefaults } from 'latchkey'
import type { Adapter } from 'latchkey/adapters'
import { MemoryAdapter } from 'latchkey/adapters/memory'
import { AuthError } from 'latchkey/errors'
import { afterEach, describe, expect, test, vi } from 'vitest'
import {
  ada,
  createTappedAdapter,
  createTestApp,
  credentials,
  getLocation,
  origin,
  runRoundTrip,
  sessionCookie,
} from '../support/app.js'
import { createMaliciousProvider } from '../support/malicious-provider.js'
import { createVisitor } from '../support/visitor.js'

afterEach(() => {
  vi.useRealTimers()
})

/** A visitor who has just signed in with credentials. */
async function createSignedIn(more: Parameters<typeof createTestApp>[0] = {}) {
  const app = createTestApp({ providers: [credentials], ...more })
  const visit = app.open()
  await visit.signInWithCredentials(ada)
  return { ...app, visit }
}

describe('differences from Auth.js: requests and configuration', () => {
  test.each(['s', '-hint', '.note', '.1x'])(
    'a cookie named like the session cookie with the suffix "%s" is ignored and not deleted',
    async suffix => {
      const { visit } = await createSignedIn()
      visit.jar.set(origin, `${sessionCookie}${suffix}=foreign; Secure; Path=/`)
      expect(await visit.getSession()).not.toBeNull()
      await visit.signOut()
      expect(visit.jar.get(`${sessionCookie}${suffix}`)?.value).toBe('foreign')
    },
  )

  test('the base path is matched literally and up to a path segment', async () => {
    const { open } = createTestApp({ basePath: '/a.b' })
    expect((await open().get('/a.b/session')).status).toBe(200)
    for (const path of ['/axb/session', '/a.bsession']) expect((await open().get(path)).status).toBe(400)
  })

  test('an error is appended to the query of a custom page URL', async () => {
    const pages = { signIn: '/login?x=1#form', error: 'https://www.example/oops' }
    const { open } = createTestApp({ pages })
    expect(getLocation(await open().post('/auth/signout'))).toBe(`${origin}/login?x=1&error=MissingCSRF#form`)
    expect(getLocation(await open().get('/auth/signin/op'))).toBe(
      'https://www.example/oops?error=Configuration',
    )
    expect(getLocation(await open().get('/auth/error'))).toBe('https://www.example/oops')
  })

  test.each([
    ['/', ''],
    ['', ''],
    ['/api/auth/', '/api/auth'],
  ])('base path %j produces no double slash', async (basePath, mount) => {
    const { open } = createTestApp({ basePath })
    const answer = await open().get(`${mount}/providers`)
    expect(await answer.json()).toMatchObject({
      op: { signinUrl: `${origin}${mount}/signin/op`, callbackUrl: `${origin}${mount}/callback/op` },
    })
  })

  test('actions that return JSON also return JSON when they fail', async () => {
    const { open } = createTestApp({ callbacks: { redirect: () => Promise.reject(new Error('broken')) } })
    const failed = await open().get('/auth/csrf?callbackUrl=/a')
    expect([failed.status, failed.headers.get('content-type')]).toEqual([500, 'application/json'])
    const unknown = await open().post('/auth/providers')
    expect([unknown.status, unknown.headers.get('content-type')]).toEqual([405, 'application/json'])
    expect(await (await open().get('/auth/session?callbackUrl=/a')).text()).toBe('null')
  })

  test.each([1, null, ['/a'], { a: 1 }])(
    'a `callbackUrl` of %j in the body is ignored',
    async callbackUrl => {
      const { open } = createTestApp({ providers: [credentials] })
      const visit = open()
      const fields = { csrfToken: await visit.getCsrfToken(), ...ada, callbackUrl }
      expect(getLocation(await visit.post('/auth/callback/credentials', fields, { json: true }))).toBe(origin)
    },
  )

  test.each(['https://[', 'no url', '%'])(
    'a callback URL of %j in the cookie or query does not make requests fail',
    async odd => {
      const redirect = ({ url, baseUrl }: { url: string; baseUrl: string }) =>
        url.startsWith('/') ? baseUrl + url : new URL(url).href
      const { open } = createTestApp({ callbacks: { redirect } })
      const visit = open()
      visit.jar.set(origin, `__Secure-authjs.callback-url=${encodeURIComponent(odd)}; Secure; Path=/`)
      for (const path of ['session', 'csrf', 'signin', `signin?callbackUrl=${encodeURIComponent(odd)}`])
        expect((await visit.get(`/auth/${path}`)).status, path).toBe(200)
    },
  )

  test.each(['jwt', 'session'] as const)(
    'a `%s` callback that throws returns 503 and keeps the session',
    async name => {
      let isBroken = false
      const callbacks = {
        jwt: ({ token }: { token: object }) =>
          isBroken && name === 'jwt' ? Promise.reject(new Error('x')) : token,
        session: ({ session }: { session: { expires: string | Date } }) =>
          isBroken && name === 'session' ? Promise.reject(new Error('x')) : session,
      }
      const { visit } = await createSignedIn({ callbacks: callbacks as AuthConfig['callbacks'] })
      isBroken = true
      const answer = await visit.get('/auth/session')
      expect([answer.status, await answer.text(), answer.headers.getSetCookie()]).toEqual([503, 'null', []])
      isBroken = false
      expect(await visit.getSession()).not.toBeNull()
    },
  )

  test('an adapter can be an instance of a class', async () => {
    class Store {}
    for (const [name, method] of Object.entries(MemoryAdapter()))
      if (typeof method === 'function')
        Reflect.set(Store.prototype, name, function (this: unknown, ...args: unknown[]) {
          if (!(this instanceof Store)) throw new TypeError('lost its `this`')
          return Reflect.apply(method, undefined, args)
        })
    const { op, open } = createTestApp({ adapter: new Store() as Adapter })
    const visit = open()
    await runRoundTrip(visit, op)
    expect(await visit.getSession()).not.toBeNull()
  })

  test('the button on the error page leads to the sign-in page', async () => {
    const { open } = createTestApp()
    const visit = open()
    const body = await (await visit.get('/auth/error?error=AccessDenied')).text()
    const [, href = ''] = /<a class="button[^"]*" href="([^"]+)"/.exec(body) ?? []
    expect(href).toBe(`${origin}/auth/signin`)
    expect((await visit.get(href)).status).toBe(200)
  })

  test('an invalid configuration does not affect another configuration, in either order', async () => {
    const bad = createTestApp({ session: { strategy: 'database' } })
    const good = createTestApp()
    for (const [app, status] of [
      [bad, 500],
      [good, 200],
      [bad, 500],
      [good, 200],
    ] as const)
      expect((await app.open().get('/auth/csrf')).status).toBe(status)
  })

  test('missing adapter methods that the configuration needs are reported for both session strategies', async () => {
    const { linkAccount: _, ...unlinked } = MemoryAdapter()
    const { updateSession: __, ...still } = MemoryAdapter()
    for (const [adapter, strategy, missing] of [
      [unlinked, 'jwt', 'linkAccount'],
      [still, 'database', 'updateSession'],
    ] as const) {
      const { open, log } = createTestApp({ adapter, session: { strategy } })
      expect((await open().get('/auth/csrf')).status).toBe(500)
      expect(log.types()).toEqual(['MissingAdapterMethods'])
      expect(log.errors[0]?.message).toContain(missing)
    }
    const { open } = createTestApp({ adapter: still, session: { strategy: 'jwt' } })
    expect((await open().get('/auth/csrf')).status).toBe(200)
  })

  test('errors keep their `cause`', async () => {
    const authorize = () => Promise.reject(new Error('the directory is down'))
    const { open, log } = createTestApp({ providers: [{ ...credentials, authorize }] })
    await open().signInWithCredentials(ada)
    expect(log.errors[0]?.cause).toEqual({ err: expect.any(Error), provider: 'credentials' })
    expect(new AuthError('suspended', { tenant: 'acme' }).cause).toEqual({ tenant: 'acme' })
  })

  test('undefined options count as not set', async () => {
    const nothing = {
      session: {
        strategy: undefined,
        maxAge: undefined,
        updateAge: undefined,
        generateSessionToken: undefined,
      },
      jwt: { secret: undefined, maxAge: undefined, encode: undefined, decode: undefined },
      callbacks: { signIn: undefined, redirect: undefined, jwt: undefined, session: undefined },
      events: { signIn: undefined },
      cookies: { sessionToken: undefined, state: {} },
      logger: { error: undefined, warn: undefined, debug: undefined },
      pages: undefined,
      theme: undefined,
      adapter: undefined,
      basePath: undefined,
      trustedOrigins: undefined,
      useSecureCookies: undefined,
    }
    const { op, open } = createTestApp(nothing)
    const visit = open()
    expect(getLocation(await runRoundTrip(visit, op))?.replace(/\/$/, '')).toBe(origin)
    expect(await visit.getSession()).not.toBeNull()
    expect(visit.jar.cookies().map(({ name }) => name)).toContain('__Secure-authjs.session-token')
  })

  test('the numbered secrets are used in addition to `AUTH_SECRET`', async () => {
    const [old, fresh] = ['the old secret of 32 characters ....', 'the fresh secret of 32 characters ..']
    const app = (env: Record<string, string>) => {
      const { config } = createTestApp({ providers: [credentials], secret: undefined })
      setEnvDefaults(env, config)
      return createTestApp(config)
    }
    const visit = app({ AUTH_SECRET: old }).open()
    await visit.signInWithCredentials(ada)
    const rotated = app({ AUTH_SECRET: old, AUTH_SECRET_1: fresh })
    expect(await createVisitor(rotated.answer, origin, { jar: visit.jar }).getSession()).not.toBeNull()
    await createVisitor(rotated.answer, origin, { jar: visit.jar }).signInWithCredentials(ada)
    expect(
      await createVisitor(app({ AUTH_SECRET: fresh }).answer, origin, { jar: visit.jar }).getSession(),
    ).not.toBeNull()
  })

  test('two providers of the same kind read their own environment variables, and a factory that throws is skipped', async () => {
    const kind = (options: object) => ({
      ...createMaliciousProvider().provider({ id: 'kind', clientId: undefined }),
      options,
    })
    const needy = () => {
      throw new Error('Give a `server`.')
    }
    const config: AuthConfig = {
      providers: [kind({}), kind({ id: 'my-kind' }), needy],
      secret: 'x'.repeat(32),
    }
    setEnvDefaults({ NODE_ENV: 'test', AUTH_KIND_ID: 'one', AUTH_MY_KIND_ID: 'two' }, config)
    config.providers.pop()
    const visit = createTestApp(config).open()
    const getClient = async (id: string) =>
      visit.getLocation(await visit.signIn(id)).searchParams.get('client_id')
    expect([await getClient('kind'), await getClient('my-kind')]).toEqual(['one', 'two'])
  })

  test('HEAD returns the headers of GET without a body and changes nothing', async () => {
    const { visit } = await createSignedIn()
    for (const path of ['session', 'csrf', 'signin', 'signout', 'error']) {
      const answer = await visit.head(`/auth/${path}`)
      expect([answer.status, await answer.text(), answer.headers.getSetCookie()], path).toEqual([200, '', []])
    }
    expect(await visit.getSession()).not.toBeNull()
  })

  test('`expires` is the real end of the session, and reading a session does not renew the cookie', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const { visit } = await createSignedIn({ jwt: { maxAge: 600 }, session: { maxAge: 6000 } })
    const look = await visit.get('/auth/session')
    expect(look.headers.getSetCookie().join()).not.toContain(sessionCookie)
    const { expires } = (await look.json()) as { expires: string }
    expect(Date.parse(expires) - Date.now()).toBeLessThanOrEqual(600_000)
    expect(Date.parse(expires) - Date.now()).toBeGreaterThan(598_000)
  })

  test('updating a database session stores it', async () => {
    const { adapter, calls } = createTappedAdapter()
    const { op, open } = createTestApp({ adapter })
    const visit = open()
    await runRoundTrip(visit, op)
    await visit.post('/auth/session', { csrfToken: await visit.getCsrfToken(), data: {} }, { json: true })
    expect(calls.at(-1)).toBe('updateSession')
  })

  test('page markup has unique ids, valid input attributes and an `alt` on each image', async () => {
    const providers = [credentials, { ...credentials, id: 'ldap' }, createMaliciousProvider().provider()]
    const { open } = createTestApp({ providers, theme: { logo: '/logo.svg' } })
    const body = await (await open().get('/auth/signin?error=constructor')).text()
    const ids = [...body.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id)
    expect(ids).toContain('submitButton')
    expect(new Set(ids).size).toBe(ids.length)
    expect(body).not.toMatch(/<input[^>]* label=/)
    for (const [image] of body.matchAll(/<img[^>]*>/g)) expect(image).toContain(' alt="')
    expect(body).toContain('You could not be signed in. Please try again.')
  })
})
