import type { AuthConfig } from 'latchkey'
import { encode, type JWT } from 'latchkey/jwt'
import type { JWTParams, SessionParams } from 'latchkey/types'
import { describe, expect, test } from 'vitest'
import { origin, runRoundTrip, secret, sessionCookie } from '../support/app.js'
import { grace } from '../support/malicious-provider.js'
import { adaUser, createSessionApp, createSignedIn, read, update } from '../unit/sessions/session-app.js'

describe('JWT sessions: arguments of callbacks', () => {
  /** Callbacks that record their arguments. */
  function recordCalls() {
    const received = { jwt: [] as JWTParams[], session: [] as Partial<SessionParams>[] }
    const callbacks: AuthConfig['callbacks'] = {
      jwt: params => {
        received.jwt.push(structuredClone(params))
        return params.trigger === 'update'
          ? { ...params.token, nickname: String(params.session) }
          : params.token
      },
      session: params => {
        received.session.push({ ...params })
        return params.session
      },
    }
    return { received, callbacks }
  }

  describe('the `jwt` callback receives', () => {
    test('user and account at a sign-in with credentials', async () => {
      const { received, callbacks } = recordCalls()
      await createSignedIn({ callbacks })
      expect(received.jwt).toEqual([
        {
          token: { name: adaUser.name, email: adaUser.email, sub: adaUser.id },
          user: adaUser,
          account: { provider: 'credentials', type: 'credentials', providerAccountId: adaUser.id },
          isNewUser: false,
          trigger: 'signIn',
        },
      ])
    })

    test('user, account and profile at a sign-in with a provider', async () => {
      const { received, callbacks } = recordCalls()
      const app = createSessionApp({ callbacks })
      await runRoundTrip(app.open(), app.op)
      expect(received.jwt).toHaveLength(1)
      expect(received.jwt[0]).toMatchObject({
        token: { name: grace['name'], email: grace['email'], picture: grace['picture'] },
        user: { name: grace['name'], email: grace['email'] },
        account: { provider: 'op', type: 'oidc', providerAccountId: grace.sub, token_type: 'bearer' },
        profile: { sub: grace.sub, email_verified: true },
        trigger: 'signIn',
      })
    })

    test('only the token when the session is read', async () => {
      const { received, callbacks } = recordCalls()
      const { visit } = await createSignedIn({ callbacks })
      await visit.getSession()
      expect(received.jwt[1]).toEqual({
        token: expect.objectContaining({ sub: adaUser.id, iat: expect.any(Number), exp: expect.any(Number) }),
        session: undefined,
      })
      expect(received.jwt[1]).not.toHaveProperty('trigger')
    })

    test('the data of the client on an update', async () => {
      const { received, callbacks } = recordCalls()
      const { visit } = await createSignedIn({ callbacks })
      expect((await update(visit, 'Countess')).status).toBe(200)
      expect(received.jwt[1]).toMatchObject({
        token: { sub: adaUser.id },
        session: 'Countess',
        trigger: 'update',
      })
      await visit.getSession()
      expect(received.jwt[2]?.token).toMatchObject({ nickname: 'Countess' })
    })

    test('no call at sign-out', async () => {
      const { received, callbacks } = recordCalls()
      const { visit } = await createSignedIn({ callbacks })
      await visit.signOut()
      expect(received.jwt).toHaveLength(1)
      expect(received.session).toHaveLength(0)
    })
  })

  describe('the `session` callback', () => {
    test('receives session and token, and on an update the data of the client', async () => {
      const { received, callbacks } = recordCalls()
      const { visit } = await createSignedIn({ callbacks })
      await visit.getSession()
      await update(visit, 'Countess')
      const user = expect.objectContaining({ name: adaUser.name, email: adaUser.email })
      const session = { user, expires: expect.any(String) }
      const token = expect.objectContaining({ sub: adaUser.id })
      const renamed = expect.objectContaining({ sub: adaUser.id, nickname: 'Countess' })
      expect(received.session).toStrictEqual([
        { session, token },
        { session, token: renamed, newSession: 'Countess', trigger: 'update' },
      ])
    })

    test('determines what clients receive', async () => {
      const { visit } = await createSignedIn({
        callbacks: { session: ({ session, token }) => ({ expires: session.expires, userId: token.sub }) },
      })
      expect(await visit.getSession()).toEqual({ expires: expect.any(String), userId: adaUser.id })
    })

    test('defaults to name, email, image and expires', async () => {
      const { open, op } = createSessionApp({
        callbacks: { jwt: ({ token }) => ({ ...token, role: 'admin' }) },
      })
      const visit = open()
      await runRoundTrip(visit, op)
      const { name, email, picture } = grace
      expect(await visit.getSession()).toEqual({
        user: { name, email, image: picture },
        expires: expect.any(String),
      })
    })
  })

  describe('reading the session on a server', () => {
    test('includes the user id', async () => {
      const { visit, config } = await createSignedIn()
      expect(await read(visit, config)).toEqual({ user: adaUser, expires: expect.any(String) })
    })

    test('returns the result of the `session` callback, with the token as user if that has no user', async () => {
      const { visit, config } = await createSignedIn({
        callbacks: { session: ({ session }) => ({ expires: session.expires }) },
      })
      expect(await read(visit, config)).toMatchObject({ user: { sub: adaUser.id, name: adaUser.name } })
    })

    test('includes how the user signed in, also if callbacks write the claim', async () => {
      const raise = (token: JWT) => {
        token['auth_methods'] = [{ amr: 'mfa', at: Date.now() / 1000, provider: 'op' }]
      }
      const { open, op, config } = createSessionApp({
        session: { updateAge: 0 },
        callbacks: {
          jwt: ({ token }) => {
            raise(token)
            return token
          },
          session: ({ session, token }) => {
            if (token) raise(token)
            return session
          },
        },
      })
      const visit = open()
      await runRoundTrip(visit, op)
      await visit.getSession()
      expect(await read(visit, config)).toMatchObject({
        acr: 'aal1',
        methods: [{ amr: 'fed', provider: 'op' }],
      })
    })

    test('leaves out methods of the future', async () => {
      const { open, config } = createSessionApp()
      const visit = open()
      const at = Math.floor(Date.now() / 1000) + 3600
      const claims = { sub: 'ada-1', auth_methods: [{ amr: 'mfa', at, provider: 'credentials' }] }
      const token = await encode({ token: claims, secret, salt: sessionCookie })
      visit.jar.set(origin, `${sessionCookie}=${token}; Path=/; Secure`)
      expect(await read(visit, config)).toEqual({
        user: expect.objectContaining({ id: 'ada-1' }),
        expires: expect.any(String),
      })
    })

    test('returns null if no user is signed in', async () => {
      const { config, open } = createSessionApp()
      expect(await read(open(), config)).toBeNull()
    })
  })
})
