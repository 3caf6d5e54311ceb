import type { AuthConfig } from 'latchkey'
import type { JWTParams, SessionParams } from 'latchkey/types'
import { describe, expect, test } from 'vitest'
import { runRoundTrip } from '../support/app.js'
import { grace } from '../support/malicious-provider.js'
import { adaUser, createSessionApp, createSignedIn, read, update } from '../unit/sessions/session-app.js'

describe('Behaviour section 13.1: the session action, jwt strategy, what callbacks are told', () => {
  /** Callbacks that write down what they are told. */
  function listening() {
    const told = { jwt: [] as JWTParams[], session: [] as Partial<SessionParams>[] }
    const callbacks: AuthConfig['callbacks'] = {
      jwt: params => {
        told.jwt.push(structuredClone(params))
        return params.trigger === 'update'
          ? { ...params.token, nickname: String(params.session) }
          : params.token
      },
      session: params => {
        told.session.push({ ...params })
        return params.session
      },
    }
    return { told, callbacks }
  }

  describe('the `jwt` callback is told', () => {
    test('at a sign-in with a password, who came', async () => {
      const { told, callbacks } = listening()
      await createSignedIn({ callbacks })
      expect(told.jwt).toEqual([
        {
          token: { name: adaUser.name, email: adaUser.email, sub: adaUser.id },
          user: adaUser,
          account: { provider: 'credentials', type: 'credentials', providerAccountId: adaUser.id },
          isNewUser: false,
          trigger: 'signIn',
        },
      ])
    })

    test('at a sign-in through a provider, also what the provider said', async () => {
      const { told, callbacks } = listening()
      const app = createSessionApp({ callbacks })
      await runRoundTrip(app.open(), app.op)
      expect(told.jwt).toHaveLength(1)
      expect(told.jwt[0]).toMatchObject({
        token: { name: grace['name'], email: grace['email'], picture: grace['picture'] },
        user: { name: grace['name'], email: grace['email'] },
        account: { provider: 'op', type: 'oidc', providerAccountId: grace.sub, token_type: 'bearer' },
        profile: { sub: grace.sub, email_verified: true },
        trigger: 'signIn',
      })
    })

    test('at a look, the token alone', async () => {
      const { told, callbacks } = listening()
      const { visit } = await createSignedIn({ callbacks })
      await visit.getSession()
      expect(told.jwt[1]).toEqual({
        token: expect.objectContaining({ sub: adaUser.id, iat: expect.any(Number), exp: expect.any(Number) }),
        session: undefined,
      })
      expect(told.jwt[1]).not.toHaveProperty('trigger')
    })

    test('on an update, what the client sent', async () => {
      const { told, callbacks } = listening()
      const { visit } = await createSignedIn({ callbacks })
      expect((await update(visit, 'Countess')).status).toBe(200)
      expect(told.jwt[1]).toMatchObject({
        token: { sub: adaUser.id },
        session: 'Countess',
        trigger: 'update',
      })
      await visit.getSession()
      expect(told.jwt[2]?.token).toMatchObject({ nickname: 'Countess' })
    })

    test('nothing at sign-out', async () => {
      const { told, callbacks } = listening()
      const { visit } = await createSignedIn({ callbacks })
      await visit.signOut()
      expect(told.jwt).toHaveLength(1)
      expect(told.session).toHaveLength(0)
    })
  })

  describe('the `session` callback', () => {
    test('is told session and token, and on an update also what the client sent', async () => {
      const { told, callbacks } = listening()
      const { visit } = await createSignedIn({ callbacks })
      await visit.getSession()
      await update(visit, 'Countess')
      const user = expect.objectContaining({ name: adaUser.name, email: adaUser.email })
      const session = { user, expires: expect.any(String) }
      const token = expect.objectContaining({ sub: adaUser.id })
      const renamed = expect.objectContaining({ sub: adaUser.id, nickname: 'Countess' })
      expect(told.session).toStrictEqual([
        { session, token },
        { session, token: renamed, newSession: 'Countess', trigger: 'update' },
      ])
    })

    test('decides what clients see', async () => {
      const { visit } = await createSignedIn({
        callbacks: { session: ({ session, token }) => ({ expires: session.expires, userId: token.sub }) },
      })
      expect(await visit.getSession()).toEqual({ expires: expect.any(String), userId: adaUser.id })
    })

    test('that is missing shows name, email, image and the end, and nothing else', async () => {
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

  describe('a server that reads the session', () => {
    test('sees the id too', async () => {
      const { visit, config } = await createSignedIn()
      expect(await read(visit, config)).toEqual({ user: adaUser, expires: expect.any(String) })
    })

    test('sees what the `session` callback returned, with the whole token where that left the user out', async () => {
      const { visit, config } = await createSignedIn({
        callbacks: { session: ({ session }) => ({ expires: session.expires }) },
      })
      expect(await read(visit, config)).toMatchObject({ user: { sub: adaUser.id, name: adaUser.name } })
    })

    test('is not bothered by somebody who is not signed in', async () => {
      const { config, open } = createSessionApp()
      expect(await read(open(), config)).toBeNull()
    })
  })
})
