import type { AuthConfig } from 'latchkey'
import type { JWTParams, SessionParams } from 'latchkey/types'
import { describe, expect, test } from 'vitest'
import { roundTrip } from '../support/app.js'
import { grace } from '../support/lying-provider.js'
import { house, member, read, signedIn, update } from '../unit/sessions/house.js'

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
      await signedIn({ callbacks })
      expect(told.jwt).toEqual([
        {
          token: { name: member.name, email: member.email, sub: member.id },
          user: member,
          account: { provider: 'credentials', type: 'credentials', providerAccountId: member.id },
          isNewUser: false,
          trigger: 'signIn',
        },
      ])
    })

    test('at a sign-in through a provider, also what the provider said', async () => {
      const { told, callbacks } = listening()
      const app = house({ callbacks })
      await roundTrip(app.open(), app.op)
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
      const { visit } = await signedIn({ callbacks })
      await visit.session()
      expect(told.jwt[1]).toEqual({
        token: expect.objectContaining({ sub: member.id, iat: expect.any(Number), exp: expect.any(Number) }),
        session: undefined,
      })
      expect(told.jwt[1]).not.toHaveProperty('trigger')
    })

    test('on an update, what the client sent', async () => {
      const { told, callbacks } = listening()
      const { visit } = await signedIn({ callbacks })
      expect((await update(visit, 'Countess')).status).toBe(200)
      expect(told.jwt[1]).toMatchObject({ token: { sub: member.id }, session: 'Countess', trigger: 'update' })
      await visit.session()
      expect(told.jwt[2]?.token).toMatchObject({ nickname: 'Countess' })
    })

    test('nothing at sign-out', async () => {
      const { told, callbacks } = listening()
      const { visit } = await signedIn({ callbacks })
      await visit.signOut()
      expect(told.jwt).toHaveLength(1)
      expect(told.session).toHaveLength(0)
    })
  })

  describe('the `session` callback', () => {
    test('is told session and token, and on an update also what the client sent', async () => {
      const { told, callbacks } = listening()
      const { visit } = await signedIn({ callbacks })
      await visit.session()
      await update(visit, 'Countess')
      const user = expect.objectContaining({ name: member.name, email: member.email })
      const session = { user, expires: expect.any(String) }
      const token = expect.objectContaining({ sub: member.id })
      const renamed = expect.objectContaining({ sub: member.id, nickname: 'Countess' })
      expect(told.session).toStrictEqual([
        { session, token },
        { session, token: renamed, newSession: 'Countess', trigger: 'update' },
      ])
    })

    test('decides what clients see', async () => {
      const { visit } = await signedIn({
        callbacks: { session: ({ session, token }) => ({ expires: session.expires, userId: token.sub }) },
      })
      expect(await visit.session()).toEqual({ expires: expect.any(String), userId: member.id })
    })

    test('that is missing shows name, email, image and the end, and nothing else', async () => {
      const { open, op } = house({ callbacks: { jwt: ({ token }) => ({ ...token, role: 'admin' }) } })
      const visit = open()
      await roundTrip(visit, op)
      const { name, email, picture } = grace
      expect(await visit.session()).toEqual({
        user: { name, email, image: picture },
        expires: expect.any(String),
      })
    })
  })

  describe('a server that reads the session', () => {
    test('sees the id too', async () => {
      const { visit, config } = await signedIn()
      expect(await read(visit, config)).toEqual({ user: member, expires: expect.any(String) })
    })

    test('sees what the `session` callback returned, with the whole token where that left the user out', async () => {
      const { visit, config } = await signedIn({
        callbacks: { session: ({ session }) => ({ expires: session.expires }) },
      })
      expect(await read(visit, config)).toMatchObject({ user: { sub: member.id, name: member.name } })
    })

    test('is not bothered by somebody who is not signed in', async () => {
      const { config, open } = house()
      expect(await read(open(), config)).toBeNull()
    })
  })
})
