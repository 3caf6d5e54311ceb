import type { AuthConfig } from 'latchkey'
import { setEnvDefaults } from 'latchkey'
import type { Adapter } from 'latchkey/adapters'
import { MemoryAdapter } from 'latchkey/adapters/memory'
import { AuthError } from 'latchkey/errors'
import { afterEach, describe, expect, test, vi } from 'vitest'
import {
  ada,
  credentials,
  leadsTo,
  makeApp,
  origin,
  roundTrip,
  sessionCookie,
  tapped,
} from '../support/app.js'
import { lyingProvider } from '../support/lying-provider.js'
import { visitor } from '../support/visitor.js'

afterEach(() => {
  vi.useRealTimers()
})

/** Somebody who just signed in with their password. */
async function signedIn(more: Parameters<typeof makeApp>[0] = {}) {
  const app = makeApp({ providers: [credentials], ...more })
  const visit = app.open()
  await visit.signInWithCredentials(ada)
  return { ...app, visit }
}

describe('Behaviour section 21: what the reference gets wrong, requests and configuration', () => {
  test.each(['s', '-hint', '.note', '.1x'])(
    'D23: a cookie named like the session’s, with %s behind, is none of ours',
    async suffix => {
      const { visit } = await signedIn()
      visit.jar.set(origin, `${sessionCookie}${suffix}=foreign; Secure; Path=/`)
      expect(await visit.session()).not.toBeNull()
      await visit.signOut()
      expect(visit.jar.get(`${sessionCookie}${suffix}`)?.value).toBe('foreign')
    },
  )

  test('D24: the base path is a text and ends where a segment ends', async () => {
    const { open } = makeApp({ basePath: '/a.b' })
    expect((await open().get('/a.b/session')).status).toBe(200)
    for (const path of ['/axb/session', '/a.bsession']) expect((await open().get(path)).status).toBe(400)
  })

  test('D25: an error is added to whatever address a page of the app has', async () => {
    const pages = { signIn: '/login?x=1#form', error: 'https://www.example/oops' }
    const { open } = makeApp({ pages })
    expect(leadsTo(await open().post('/auth/signout'))).toBe(`${origin}/login?x=1&error=MissingCSRF#form`)
    expect(leadsTo(await open().get('/auth/signin/op'))).toBe('https://www.example/oops?error=Configuration')
    expect(leadsTo(await open().get('/auth/error'))).toBe('https://www.example/oops')
  })

  test.each([
    ['/', ''],
    ['', ''],
    ['/api/auth/', '/api/auth'],
  ])('D26: base path %j makes no double slash', async (basePath, mount) => {
    const { open } = makeApp({ basePath })
    const answer = await open().get(`${mount}/providers`)
    expect(await answer.json()).toMatchObject({
      op: { signinUrl: `${origin}${mount}/signin/op`, callbackUrl: `${origin}${mount}/callback/op` },
    })
  })

  test('D27: what answers with data does so also when it fails', async () => {
    const { open } = makeApp({ callbacks: { redirect: () => Promise.reject(new Error('broken')) } })
    const failed = await open().get('/auth/csrf?callbackUrl=/a')
    expect([failed.status, failed.headers.get('content-type')]).toEqual([500, 'application/json'])
    const unknown = await open().post('/auth/providers')
    expect([unknown.status, unknown.headers.get('content-type')]).toEqual([405, 'application/json'])
    expect(await (await open().get('/auth/session?callbackUrl=/a')).text()).toBe('null')
  })

  test.each([1, null, ['/a'], { a: 1 }])(
    'D28: a `callbackUrl` of %j in the body is as good as none',
    async callbackUrl => {
      const { open } = makeApp({ providers: [credentials] })
      const visit = open()
      const fields = { csrfToken: await visit.csrf(), ...ada, callbackUrl }
      expect(leadsTo(await visit.post('/auth/callback/credentials', fields, { json: true }))).toBe(origin)
    },
  )

  test.each(['https://[', 'no url', '%'])(
    'D29: a remembered or asked address of %j locks nobody out',
    async odd => {
      const redirect = ({ url, baseUrl }: { url: string; baseUrl: string }) =>
        url.startsWith('/') ? baseUrl + url : new URL(url).href
      const { open } = makeApp({ callbacks: { redirect } })
      const visit = open()
      visit.jar.set(origin, `__Secure-authjs.callback-url=${encodeURIComponent(odd)}; Secure; Path=/`)
      for (const path of ['session', 'csrf', 'signin', `signin?callbackUrl=${encodeURIComponent(odd)}`])
        expect((await visit.get(`/auth/${path}`)).status, path).toBe(200)
    },
  )

  test.each(['jwt', 'session'] as const)('D32: a `%s` callback that throws signs nobody out', async name => {
    let isBroken = false
    const callbacks = {
      jwt: ({ token }: { token: object }) =>
        isBroken && name === 'jwt' ? Promise.reject(new Error('x')) : token,
      session: ({ session }: { session: { expires: string | Date } }) =>
        isBroken && name === 'session' ? Promise.reject(new Error('x')) : session,
    }
    const { visit } = await signedIn({ callbacks: callbacks as AuthConfig['callbacks'] })
    isBroken = true
    const answer = await visit.get('/auth/session')
    expect([answer.status, await answer.text(), answer.headers.getSetCookie()]).toEqual([503, 'null', []])
    isBroken = false
    expect(await visit.session()).not.toBeNull()
  })

  test('D34: an adapter may be an instance of a class', async () => {
    class Store {}
    for (const [name, method] of Object.entries(MemoryAdapter()))
      if (typeof method === 'function')
        Reflect.set(Store.prototype, name, function (this: unknown, ...args: unknown[]) {
          if (!(this instanceof Store)) throw new TypeError('lost its `this`')
          return Reflect.apply(method, undefined, args)
        })
    const { op, open } = makeApp({ adapter: new Store() as Adapter })
    const visit = open()
    await roundTrip(visit, op)
    expect(await visit.session()).not.toBeNull()
  })

  test('D36: the button on the error page leads to the sign-in page', async () => {
    const { open } = makeApp()
    const visit = open()
    const body = await (await visit.get('/auth/error?error=AccessDenied')).text()
    const [, href = ''] = /<a class="button[^"]*" href="([^"]+)"/.exec(body) ?? []
    expect(href).toBe(`${origin}/auth/signin`)
    expect((await visit.get(href)).status).toBe(200)
  })

  test('D37: of two configurations a faulty one leaves the other in peace, in either order', async () => {
    const bad = makeApp({ session: { strategy: 'database' } })
    const good = makeApp()
    for (const [app, status] of [
      [bad, 500],
      [good, 200],
      [bad, 500],
      [good, 200],
    ] as const)
      expect((await app.open().get('/auth/csrf')).status).toBe(status)
  })

  test('D38: an adapter is asked for what the configuration calls, also beside tokens for sessions', async () => {
    const { linkAccount: _, ...unlinked } = MemoryAdapter()
    const { updateSession: __, ...still } = MemoryAdapter()
    for (const [adapter, strategy, missing] of [
      [unlinked, 'jwt', 'linkAccount'],
      [still, 'database', 'updateSession'],
    ] as const) {
      const { open, log } = makeApp({ adapter, session: { strategy } })
      expect((await open().get('/auth/csrf')).status).toBe(500)
      expect(log.types()).toEqual(['MissingAdapterMethods'])
      expect(log.errors[0]?.message).toContain(missing)
    }
    const { open } = makeApp({ adapter: still, session: { strategy: 'jwt' } })
    expect((await open().get('/auth/csrf')).status).toBe(200)
  })

  test('D39: what came with an error is kept', async () => {
    const authorize = () => Promise.reject(new Error('the directory is down'))
    const { open, log } = makeApp({ providers: [{ ...credentials, authorize }] })
    await open().signInWithCredentials(ada)
    expect(log.errors[0]?.cause).toEqual({ err: expect.any(Error), provider: 'credentials' })
    expect(new AuthError('suspended', { tenant: 'acme' }).cause).toEqual({ tenant: 'acme' })
  })

  test('D40: members that are undefined count as not given', async () => {
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
    const { op, open } = makeApp(nothing)
    const visit = open()
    expect(leadsTo(await roundTrip(visit, op))?.replace(/\/$/, '')).toBe(origin)
    expect(await visit.session()).not.toBeNull()
    expect(visit.jar.cookies().map(({ name }) => name)).toContain('__Secure-authjs.session-token')
  })

  test('D42: the numbered secrets count beside `AUTH_SECRET`', async () => {
    const [old, fresh] = ['the old secret of 32 characters ....', 'the fresh secret of 32 characters ..']
    const app = (env: Record<string, string>) => {
      const { config } = makeApp({ providers: [credentials], secret: undefined })
      setEnvDefaults(env, config)
      return makeApp(config)
    }
    const visit = app({ AUTH_SECRET: old }).open()
    await visit.signInWithCredentials(ada)
    const rotated = app({ AUTH_SECRET: old, AUTH_SECRET_1: fresh })
    expect(await visitor(rotated.answer, origin, { jar: visit.jar }).session()).not.toBeNull()
    await visitor(rotated.answer, origin, { jar: visit.jar }).signInWithCredentials(ada)
    expect(
      await visitor(app({ AUTH_SECRET: fresh }).answer, origin, { jar: visit.jar }).session(),
    ).not.toBeNull()
  })

  test('D43: two providers of a kind have variables of their own, and a factory in need breaks nothing', async () => {
    const kind = (options: object) => ({
      ...lyingProvider().provider({ id: 'kind', clientId: undefined }),
      options,
    })
    const needy = () => {
      throw new Error('Give a `server`.')
    }
    const config: AuthConfig = {
      providers: [kind({}), kind({ id: 'my-kind' }), needy],
      secret: 'x'.repeat(32),
    }
    setEnvDefaults({ AUTH_KIND_ID: 'one', AUTH_MY_KIND_ID: 'two' }, config)
    config.providers.pop()
    const visit = makeApp(config).open()
    const clientOf = async (id: string) =>
      visit.location(await visit.signIn(id)).searchParams.get('client_id')
    expect([await clientOf('kind'), await clientOf('my-kind')]).toEqual(['one', 'two'])
  })

  test('D57: HEAD is like GET without a body, and changes nothing', async () => {
    const { visit } = await signedIn()
    for (const path of ['session', 'csrf', 'signin', 'signout', 'error']) {
      const answer = await visit.head(`/auth/${path}`)
      expect([answer.status, await answer.text(), answer.headers.getSetCookie()], path).toEqual([200, '', []])
    }
    expect(await visit.session()).not.toBeNull()
  })

  test('D–: a session tells when it really ends, and a look at it seals nothing anew', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const { visit } = await signedIn({ jwt: { maxAge: 600 }, session: { maxAge: 6000 } })
    const look = await visit.get('/auth/session')
    expect(look.headers.getSetCookie().join()).not.toContain(sessionCookie)
    const { expires } = (await look.json()) as { expires: string }
    expect(Date.parse(expires) - Date.now()).toBeLessThanOrEqual(600_000)
    expect(Date.parse(expires) - Date.now()).toBeGreaterThan(598_000)
  })

  test('D–: an update of a stored session is stored', async () => {
    const { adapter, calls } = tapped()
    const { op, open } = makeApp({ adapter })
    const visit = open()
    await roundTrip(visit, op)
    await visit.post('/auth/session', { csrfToken: await visit.csrf(), data: {} }, { json: true })
    expect(calls.at(-1)).toBe('updateSession')
  })

  test('D–: on a page each id is there once, inputs have attributes that exist, and images have an `alt`', async () => {
    const providers = [credentials, { ...credentials, id: 'ldap' }, lyingProvider().provider()]
    const { open } = makeApp({ providers, theme: { logo: '/logo.svg' } })
    const body = await (await open().get('/auth/signin?error=constructor')).text()
    const ids = [...body.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id)
    expect(ids).toContain('submitButton')
    expect(new Set(ids).size).toBe(ids.length)
    expect(body).not.toMatch(/<input[^>]* label=/)
    for (const [image] of body.matchAll(/<img[^>]*>/g)) expect(image).toContain(' alt="')
    expect(body).toContain('You could not be signed in. Please try again.')
  })
})
