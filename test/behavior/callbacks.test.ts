import { MemoryAdapter } from 'latchkey/adapters/memory'
import { AuthError, CredentialsSignin } from 'latchkey/errors'
import { getToken, type JWT } from 'latchkey/jwt'
import type { JWTParams, Session, SessionParams, SignInParams } from 'latchkey/types'
import { describe, expect, test } from 'vitest'
import {
  ada,
  credentials,
  leadsTo,
  makeApp,
  origin,
  roundTrip,
  secret,
  sessionCookie,
  tapped,
} from '../support/app.js'
import { grace, lyingProvider } from '../support/lying-provider.js'
import { read } from '../unit/sessions/house.js'

describe('Behaviour section 15.1: callbacks and events, the callbacks', () => {
  const app = (more: Parameters<typeof makeApp>[0] = {}) => {
    const op = lyingProvider()
    return makeApp({ op, providers: [op.provider(), credentials], ...more })
  }

  describe('the `signIn` callback', () => {
    test('is asked once, before anything is written, with user, account and profile', async () => {
      const asked: SignInParams[] = []
      const { adapter, calls } = tapped()
      const signIn = (params: SignInParams) => {
        expect(calls).toEqual(['getUserByAccount'])
        return asked.push(params) > 0
      }
      const { op, open } = app({ adapter, callbacks: { signIn } })
      await roundTrip(open(), op)
      expect(asked).toEqual([
        {
          user: expect.objectContaining({ name: grace.name, email: grace.email }),
          account: expect.objectContaining({ provider: 'op', access_token: expect.any(String) }),
          profile: expect.objectContaining({ sub: grace.sub, email_verified: true }),
        },
      ])
    })

    test('is shown the stored user where there is one', async () => {
      const ids: unknown[] = []
      const adapter = MemoryAdapter()
      const { op, open } = app({ adapter, callbacks: { signIn: ({ user }) => ids.push(user.id) > 0 } })
      await roundTrip(open(), op)
      await roundTrip(open(), op)
      expect(ids[1]).toBe((await adapter.getUserByEmail(grace.email as string))?.id)
    })

    test('is shown what was typed', async () => {
      const asked: SignInParams[] = []
      const { open } = app({ callbacks: { signIn: params => asked.push(params) > 0 } })
      await open().signInWithCredentials(ada)
      expect(asked[0]).toMatchObject({ credentials: ada, user: { id: 'ada-1' } })
      expect(asked[0]).not.toHaveProperty('profile')
    })

    test.each<[string, () => boolean | string | Promise<boolean>]>([
      ['says no', () => false],
      ['says nothing', () => ''],
      ['throws', () => Promise.reject(new Error('the directory is down'))],
    ])('that %s keeps everybody out, and nothing is written', async (_, signIn) => {
      const { adapter, calls } = tapped()
      const { op, open, log } = app({ adapter, callbacks: { signIn } })
      for (const back of [await roundTrip(open(), op), await open().signInWithCredentials(ada)]) {
        expect(leadsTo(back)).toBe(`${origin}/auth/error?error=AccessDenied`)
        expect(back.headers.getSetCookie().join()).not.toContain(sessionCookie)
      }
      expect(calls).toEqual(['getUserByAccount'])
      expect(log.types()).toEqual(['AccessDenied', 'AccessDenied'])
    })

    test.each([1, {}, ['yes']])('lets everybody in with %j: only a text is a place to go', async verdict => {
      const signIn = () => verdict as unknown as boolean
      const { op, open } = app({ callbacks: { signIn } })
      const visit = open()
      await roundTrip(visit, op)
      expect(await visit.session()).not.toBeNull()
    })

    test('may throw an error of ours, which is answered as such', async () => {
      const { op, open } = app({ callbacks: { signIn: () => Promise.reject(new CredentialsSignin()) } })
      const back = await roundTrip(open(), op)
      expect(leadsTo(back)).toBe(`${origin}/auth/signin?error=CredentialsSignin&code=credentials`)
      const { open: again } = app({ callbacks: { signIn: () => Promise.reject(new AuthError('x')) } })
      expect(leadsTo(await again().signInWithCredentials(ada))).toBe(
        `${origin}/auth/error?error=Configuration`,
      )
    })

    test('may send them elsewhere, which signs nobody in', async () => {
      const { adapter, calls } = tapped()
      const { op, open } = app({ adapter, callbacks: { signIn: () => '/verify-your-address' } })
      const visit = open()
      const back = await roundTrip(visit, op)
      expect(leadsTo(back)).toBe(`${origin}/verify-your-address`)
      expect(await visit.session()).toBeNull()
      expect(calls).toEqual(['getUserByAccount'])
    })

    test('asks `redirect` whether it may send them there', async () => {
      const { op, open } = app({ callbacks: { signIn: () => 'https://evil.example/' } })
      expect(leadsTo(await roundTrip(open(), op))).toBe(origin)
    })
  })

  describe('the `jwt` callback', () => {
    test('makes the token at sign-in, knowing user, account and profile', async () => {
      const asked: JWTParams[] = []
      const jwt = (params: JWTParams): JWT => {
        asked.push({ ...params, token: { ...params.token } })
        return { ...params.token, role: 'admin' }
      }
      const { op, open } = app({ adapter: MemoryAdapter(), session: { strategy: 'jwt' }, callbacks: { jwt } })
      await roundTrip(open(), op)
      await roundTrip(open(), op)
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

    test('that returns null at sign-in leaves nobody signed in, and the redirect stays', async () => {
      const { op, open } = app({ callbacks: { jwt: () => null } })
      const visit = open()
      expect(leadsTo(await roundTrip(visit, op, { callbackUrl: '/welcome' }))).toBe(`${origin}/welcome`)
      expect(await visit.session()).toBeNull()
    })

    test('that throws at sign-in lets nobody in', async () => {
      const { op, open } = app({ callbacks: { jwt: () => Promise.reject(new Error('broken')) } })
      const visit = open()
      expect(leadsTo(await roundTrip(visit, op))).toBe(`${origin}/auth/error?error=Configuration`)
      expect(visit.jar.get(sessionCookie)).toBeUndefined()
    })
  })

  describe('the `session` callback', () => {
    test('shapes what a browser sees, from the token', async () => {
      const session = ({ session, token }: SessionParams): Session =>
        ({ ...session, id: token.sub }) as Session
      const visit = app({ callbacks: { session } }).open()
      await visit.signInWithCredentials(ada)
      expect(await visit.session()).toMatchObject({ id: 'ada-1', user: { email: ada.email } })
    })

    test('shapes what a browser sees, from the record', async () => {
      const session = ({ session, user }: SessionParams): Session => ({
        expires: session.expires,
        user: { id: user.id },
      })
      const { op, open } = app({ adapter: MemoryAdapter(), callbacks: { session } })
      const visit = open()
      await roundTrip(visit, op)
      expect(await visit.session()).toEqual({ expires: expect.any(String), user: { id: expect.any(String) } })
    })

    test.each(['jwt', 'database'] as const)(
      'that returns nothing reads as signed out, to a page and to a server, %s sessions',
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
    /** What was asked during one step, in order. */
    function listening(more: Parameters<typeof makeApp>[0] = {}) {
      const asked: { url: string; baseUrl: string }[] = []
      const redirect = (wish: { url: string; baseUrl: string }) => {
        asked.push(wish)
        return `${origin}/decided`
      }
      return { asked, ...app({ callbacks: { redirect, ...more.callbacks } }) }
    }

    test('is asked once by every request that brings a callback URL, in the body, the query or a cookie', async () => {
      const { asked, open } = listening()
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
        // The form's token is asked for first.
        { url: remembered, baseUrl: origin },
        { url: '/body', baseUrl: origin },
      ])
    })

    test('is asked once more where `signIn` names a place', async () => {
      const { asked, open } = listening({ callbacks: { signIn: () => '/elsewhere' } })
      const answer = await open().signInWithCredentials(ada)
      expect(leadsTo(answer)).toBe(`${origin}/decided`)
      expect(asked.at(-1)).toEqual({ url: '/elsewhere', baseUrl: origin })
    })
  })

  describe('in the database strategy', () => {
    test('`jwt` is never asked, and `session` is told record, user and what an update brings', async () => {
      const told: Partial<SessionParams>[] = []
      const session = (params: SessionParams): Session => {
        told.push({ ...params })
        return params.session
      }
      const jwt = () => Promise.reject(new Error('not asked'))
      const { op, open, log } = app({ adapter: MemoryAdapter(), callbacks: { jwt, session } })
      const visit = open()
      await roundTrip(visit, op)
      await visit.session()
      const news = { csrfToken: await visit.csrf(), data: { theme: 'dark' } }
      await visit.post('/auth/session', news, { json: true })
      const user = expect.objectContaining({ id: expect.any(String), email: grace.email })
      const record = expect.objectContaining({ userId: expect.any(String), expires: expect.any(Date), user })
      expect(told).toEqual([
        { session: record, user, newSession: undefined },
        { session: record, user, newSession: { theme: 'dark' }, trigger: 'update' },
      ])
      expect(log.errors).toEqual([])
    })
  })

  describe('in the token strategy', () => {
    test('`session` is told session, token and what an update brings, whatever `jwt` makes of it', async () => {
      const told: Partial<SessionParams>[] = []
      const session = (params: SessionParams): Session => {
        told.push({ ...params })
        return params.session
      }
      const visit = app({ callbacks: { session } }).open()
      await visit.signInWithCredentials(ada)
      await visit.session()
      const csrfToken = await visit.csrf()
      for (const data of [{ theme: 'dark' }, undefined])
        await visit.post('/auth/session', { csrfToken, ...(data && { data }) }, { json: true })
      const looked = {
        session: { user: expect.anything(), expires: expect.any(String) },
        token: expect.objectContaining({ email: ada.email }),
      }
      expect(told).toStrictEqual([
        looked,
        { ...looked, newSession: { theme: 'dark' }, trigger: 'update' },
        { ...looked, newSession: undefined, trigger: 'update' },
      ])
    })
  })

  describe('of `jwt` and `session`', () => {
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

    test('a look at the session asks `jwt` first; a sign-out and `getToken` ask neither', async () => {
      const { open } = app({ callbacks })
      const visit = open()
      await visit.signInWithCredentials(ada)
      expect(steps.splice(0)).toEqual(['jwt'])
      await visit.session()
      expect(steps.splice(0)).toEqual(['jwt', 'session'])
      const headers = new Headers({ cookie: visit.jar.header(origin) })
      expect(await getToken({ req: { headers }, secret })).toMatchObject({ sub: 'ada-1' })
      await visit.signOut()
      expect(steps).toEqual([])
    })
  })

  test('without callbacks everybody comes in, the token stays as it was made, and clients see who it is', async () => {
    const { op, open } = app({ callbacks: {} })
    const visit = open()
    expect(leadsTo(await roundTrip(visit, op, { callbackUrl: 'https://evil.example/' }))).toBe(origin)
    expect(await visit.session()).toEqual({
      user: { name: grace.name, email: grace.email, image: grace.picture },
      expires: expect.any(String),
    })
    const headers = new Headers({ cookie: visit.jar.header(origin) })
    const token = await getToken({ req: { headers }, secret })
    expect(Object.keys(token ?? {}).sort()).toEqual(['email', 'exp', 'iat', 'jti', 'name', 'picture', 'sub'])
  })
})
