import { MemoryAdapter } from 'latchkey/adapters/memory'
import { AuthError, CredentialsSignin } from 'latchkey/errors'
import { getToken, type JWT } from 'latchkey/jwt'
import type { JWTParams, Session, SessionParams, SignInParams } from 'latchkey/types'
import { describe, expect, test } from 'vitest'
import {
  ada,
  createTappedAdapter,
  createTestApp,
  credentials,
  getLocation,
  origin,
  runRoundTrip,
  secret,
  sessionCookie,
} from '../support/app.js'
import { createMaliciousProvider, grace } from '../support/malicious-provider.js'
import { read } from '../unit/sessions/session-app.js'

describe('callbacks', () => {
  const app = (more: Parameters<typeof createTestApp>[0] = {}) => {
    const op = createMaliciousProvider()
    return createTestApp({ op, providers: [op.provider(), credentials], ...more })
  }

  describe('the `signIn` callback', () => {
    test('is called once, before any write, with user, account and profile', async () => {
      const asked: SignInParams[] = []
      const { adapter, calls } = createTappedAdapter()
      const signIn = (params: SignInParams) => {
        expect(calls).toEqual(['getUserByAccount'])
        return asked.push(params) > 0
      }
      const { op, open } = app({ adapter, callbacks: { signIn } })
      await runRoundTrip(open(), op)
      expect(asked).toEqual([
        {
          user: expect.objectContaining({ name: grace.name, email: grace.email }),
          account: expect.objectContaining({ provider: 'op', access_token: expect.any(String) }),
          profile: expect.objectContaining({ sub: grace.sub, email_verified: true }),
        },
      ])
    })

    test('receives the stored user if one exists', async () => {
      const ids: unknown[] = []
      const adapter = MemoryAdapter()
      const { op, open } = app({ adapter, callbacks: { signIn: ({ user }) => ids.push(user.id) > 0 } })
      await runRoundTrip(open(), op)
      await runRoundTrip(open(), op)
      expect(ids[1]).toBe((await adapter.getUserByEmail(grace.email as string))?.id)
    })

    test('receives the submitted credentials', async () => {
      const asked: SignInParams[] = []
      const { open } = app({ callbacks: { signIn: params => asked.push(params) > 0 } })
      await open().signInWithCredentials(ada)
      expect(asked[0]).toMatchObject({ credentials: ada, user: { id: 'ada-1' } })
      expect(asked[0]).not.toHaveProperty('profile')
    })

    test.each<[string, () => boolean | string | Promise<boolean>]>([
      ['returns false', () => false],
      ['returns an empty string', () => ''],
      ['throws', () => Promise.reject(new Error('the directory is down'))],
    ])('that %s redirects to the error page with AccessDenied and writes nothing', async (_, signIn) => {
      const { adapter, calls } = createTappedAdapter()
      const { op, open, log } = app({ adapter, callbacks: { signIn } })
      for (const back of [await runRoundTrip(open(), op), await open().signInWithCredentials(ada)]) {
        expect(getLocation(back)).toBe(`${origin}/auth/error?error=AccessDenied`)
        expect(back.headers.getSetCookie().join()).not.toContain(sessionCookie)
      }
      expect(calls).toEqual(['getUserByAccount'])
      expect(log.types()).toEqual(['AccessDenied', 'AccessDenied'])
    })

    test.each([1, {}, ['yes']])(
      'that returns %j allows the sign-in: only a string is a redirect',
      async verdict => {
        const signIn = () => verdict as unknown as boolean
        const { op, open } = app({ callbacks: { signIn } })
        const visit = open()
        await runRoundTrip(visit, op)
        expect(await visit.getSession()).not.toBeNull()
      },
    )

    test('can throw an AuthError, which is handled as that error', async () => {
      const { op, open } = app({ callbacks: { signIn: () => Promise.reject(new CredentialsSignin()) } })
      const back = await runRoundTrip(open(), op)
      expect(getLocation(back)).toBe(`${origin}/auth/signin?error=CredentialsSignin&code=credentials`)
      const { open: again } = app({ callbacks: { signIn: () => Promise.reject(new AuthError('x')) } })
      expect(getLocation(await again().signInWithCredentials(ada))).toBe(
        `${origin}/auth/error?error=Configuration`,
      )
    })

    test('can return a URL, which redirects without signing in', async () => {
      const { adapter, calls } = createTappedAdapter()
      const { op, open } = app({ adapter, callbacks: { signIn: () => '/verify-your-address' } })
      const visit = open()
      const back = await runRoundTrip(visit, op)
      expect(getLocation(back)).toBe(`${origin}/verify-your-address`)
      expect(await visit.getSession()).toBeNull()
      expect(calls).toEqual(['getUserByAccount'])
    })

    test('that returns a URL passes it to the `redirect` callback', async () => {
      const { op, open } = app({ callbacks: { signIn: () => 'https://evil.example/' } })
      expect(getLocation(await runRoundTrip(open(), op))).toBe(origin)
    })
  })

  describe('the `jwt` callback', () => {
    test('is called at sign-in with user, account, profile and trigger', async () => {
      const asked: JWTParams[] = []
      const jwt = (params: JWTParams): JWT => {
        asked.push({ ...params, token: { ...params.token } })
        return { ...params.token, role: 'admin' }
      }
      const { op, open } = app({ adapter: MemoryAdapter(), session: { strategy: 'jwt' }, callbacks: { jwt } })
      await runRoundTrip(open(), op)
      await runRoundTrip(open(), op)
      const common = {
        token: { name: grace.name, email: grace.email, picture: grace.picture, sub: expect.any(String) },
        user: expect.objectContaining({ email: grace.email }),
        account: expect.objectContaining({ provider: 'op', access_token: expect.any(String) }),
        profile: expect.objectContaining({ sub: grace.sub }),
      }
      expect(asked).toEqual([
        { ...common, isNewUser: true, trigger: 'signUp' },
        { ...common, isNewUser: false, trigger: 'signIn' },
      ])
    })

    test('that returns null at sign-in creates no session and keeps the redirect', async () => {
      const { op, open } = app({ callbacks: { jwt: () => null } })
      const visit = open()
      expect(getLocation(await runRoundTrip(visit, op, { callbackUrl: '/welcome' }))).toBe(
        `${origin}/welcome`,
      )
      expect(await visit.getSession()).toBeNull()
    })

    test('that throws at sign-in redirects to the error page with Configuration', async () => {
      const { op, open } = app({ callbacks: { jwt: () => Promise.reject(new Error('broken')) } })
      const visit = open()
      expect(getLocation(await runRoundTrip(visit, op))).toBe(`${origin}/auth/error?error=Configuration`)
      expect(visit.jar.get(sessionCookie)).toBeUndefined()
    })
  })

  describe('the `session` callback', () => {
    test('changes the session that is returned to the browser, from a JWT', async () => {
      const session = ({ session, token }: SessionParams): Session =>
        ({ ...session, id: token.sub }) as Session
      const visit = app({ callbacks: { session } }).open()
      await visit.signInWithCredentials(ada)
      expect(await visit.getSession()).toMatchObject({ id: 'ada-1', user: { email: ada.email } })
    })

    test('changes the session that is returned to the browser, from a database session', async () => {
      const session = ({ session, user }: SessionParams): Session => ({
        expires: session.expires,
        user: { id: user.id },
      })
      const { op, open } = app({ adapter: MemoryAdapter(), callbacks: { session } })
      const visit = open()
      await runRoundTrip(visit, op)
      expect(await visit.getSession()).toEqual({
        expires: expect.any(String),
        user: { id: expect.any(String) },
      })
    })

    test.each(['jwt', 'database'] as const)(
      'that returns undefined reads as signed out, in a browser and on a server, with %s sessions',
      async strategy => {
        const adapter = MemoryAdapter()
        await adapter.createUser({ id: 'ada-1', email: ada.email, emailVerified: null })
        const session = () => undefined as unknown as Session
        const { open, config } = app({ adapter, session: { strategy }, callbacks: { session } })
        const visit = open()
        await visit.signInWithCredentials(ada)
        expect(await (await visit.get('/auth/session')).text()).toBe('null')
        expect(await read(visit, config)).toBeNull()
      },
    )
  })

  describe('the `redirect` callback', () => {
    /** An app whose `redirect` callback records its arguments. */
    function recordCalls(more: Parameters<typeof createTestApp>[0] = {}) {
      const asked: { url: string; baseUrl: string }[] = []
      const redirect = (wish: { url: string; baseUrl: string }) => {
        asked.push(wish)
        return `${origin}/decided`
      }
      return { asked, ...app({ callbacks: { redirect, ...more.callbacks } }) }
    }

    test('is called once per request that has a callback URL in the body, the query or a cookie', async () => {
      const { asked, open } = recordCalls()
      const visit = open()
      await visit.get('/auth/csrf')
      expect(asked).toEqual([])
      await visit.get('/auth/signin?callbackUrl=/query')
      await visit.get('/auth/session')
      await visit.signInWithCredentials({ ...ada, callbackUrl: '/body' })
      const remembered = `${origin}/decided`
      expect(asked).toEqual([
        { url: '/query', baseUrl: origin },
        { url: remembered, baseUrl: origin },
        // This is the request for the CSRF token.
        { url: remembered, baseUrl: origin },
        { url: '/body', baseUrl: origin },
      ])
    })

    test('is called once more if `signIn` returns a URL', async () => {
      const { asked, open } = recordCalls({ callbacks: { signIn: () => '/elsewhere' } })
      const answer = await open().signInWithCredentials(ada)
      expect(getLocation(answer)).toBe(`${origin}/decided`)
      expect(asked.at(-1)).toEqual({ url: '/elsewhere', baseUrl: origin })
    })
  })

  describe('with database sessions', () => {
    test('`jwt` is never called, and `session` receives session, user and the data of an update', async () => {
      const received: Partial<SessionParams>[] = []
      const session = (params: SessionParams): Session => {
        received.push({ ...params })
        return params.session
      }
      const jwt = () => Promise.reject(new Error('not asked'))
      const { op, open, log } = app({ adapter: MemoryAdapter(), callbacks: { jwt, session } })
      const visit = open()
      await runRoundTrip(visit, op)
      await visit.getSession()
      const news = { csrfToken: await visit.getCsrfToken(), data: { theme: 'dark' } }
      await visit.post('/auth/session', news, { json: true })
      const user = expect.objectContaining({ id: expect.any(String), email: grace.email })
      const record = expect.objectContaining({ userId: expect.any(String), expires: expect.any(Date), user })
      expect(received).toEqual([
        { session: record, user, newSession: undefined },
        { session: record, user, newSession: { theme: 'dark' }, trigger: 'update' },
      ])
      expect(log.errors).toEqual([])
    })
  })

  describe('with JWT sessions', () => {
    test('`session` receives session, token and the data of an update, before `jwt` changes it', async () => {
      const received: Partial<SessionParams>[] = []
      const session = (params: SessionParams): Session => {
        received.push({ ...params })
        return params.session
      }
      const visit = app({ callbacks: { session } }).open()
      await visit.signInWithCredentials(ada)
      await visit.getSession()
      const csrfToken = await visit.getCsrfToken()
      for (const data of [{ theme: 'dark' }, undefined])
        await visit.post('/auth/session', { csrfToken, ...(data && { data }) }, { json: true })
      const looked = {
        session: { user: expect.anything(), expires: expect.any(String) },
        token: expect.objectContaining({ email: ada.email }),
      }
      expect(received).toStrictEqual([
        looked,
        { ...looked, newSession: { theme: 'dark' }, trigger: 'update' },
        { ...looked, newSession: undefined, trigger: 'update' },
      ])
    })
  })

  describe('the order of `jwt` and `session`', () => {
    const steps: string[] = []
    const callbacks = {
      jwt: ({ token }: JWTParams) => {
        steps.push('jwt')
        return token
      },
      session: ({ session }: SessionParams) => {
        steps.push('session')
        return session
      },
    }

    test('reading the session calls `jwt` first; sign-out and `getToken` call neither', async () => {
      const { open } = app({ callbacks })
      const visit = open()
      await visit.signInWithCredentials(ada)
      expect(steps.splice(0)).toEqual(['jwt'])
      await visit.getSession()
      expect(steps.splice(0)).toEqual(['jwt', 'session'])
      const headers = new Headers({ cookie: visit.jar.header(origin) })
      expect(await getToken({ req: { headers }, secret })).toMatchObject({ sub: 'ada-1' })
      await visit.signOut()
      expect(steps).toEqual([])
    })
  })

  test('without callbacks, every sign-in is allowed, the token is unchanged, and clients receive name, email and image', async () => {
    const { op, open } = app({ callbacks: {} })
    const visit = open()
    expect(getLocation(await runRoundTrip(visit, op, { callbackUrl: 'https://evil.example/' }))).toBe(origin)
    expect(await visit.getSession()).toEqual({
      user: { name: grace.name, email: grace.email, image: grace.picture },
      expires: expect.any(String),
    })
    const headers = new Headers({ cookie: visit.jar.header(origin) })
    const token = await getToken({ req: { headers }, secret })
    expect(Object.keys(token ?? {}).sort()).toEqual([
      'auth_methods',
      'email',
      'exp',
      'iat',
      'jti',
      'name',
      'picture',
      'sub',
    ])
  })
})
