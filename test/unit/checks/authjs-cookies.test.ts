import { encode } from 'latchkey/jwt'
import { describe, expect, test } from 'vitest'
import { consumeAuthjsCeremony } from '../../../src/checks/authjs-challenge-cookie.js'
import { consumeAuthjsTransaction } from '../../../src/checks/authjs-check-cookies.js'
import { createCookieJar } from '../../../src/http/cookies.js'
import type { Context } from '../../../src/types/context.js'

const secret = 'a secret of more than 32 characters!'
const names = {
  state: 'authjs.state',
  pkceCodeVerifier: 'authjs.pkce.code_verifier',
  nonce: 'authjs.nonce',
  webauthnChallenge: 'authjs.challenge',
}

/** Creates a context of a browser that has these cookies. */
function createContext(cookies: Record<string, string>, settings: object = {}) {
  const header = Object.entries(cookies).map(([name, value]) => `${name}=${value}`)
  const options = { path: '/' }
  const jar = createCookieJar(header.join('; '))
  const cookieOptions = Object.fromEntries(
    Object.entries(names).map(([key, name]) => [key, { name, options }]),
  )
  const { jwt, secrets } = { jwt: { secret }, secrets: [secret], ...settings }
  const checkSecrets = [...[jwt.secret].flat(), ...secrets]
  const ctx = { jar, cookieOptions, settings: { jwt, secrets, checkSecrets } }
  const listCleared = () => jar.getSetCookies().map(({ name }) => name)
  return { ctx: ctx as unknown as Context, listCleared }
}

const seal = (token: object, salt: string, key = secret) => encode({ token, salt, secret: key, maxAge: 60 })

describe('a passkey ceremony that Auth.js started', () => {
  const name = names.webauthnChallenge

  const sealCeremony = async (claims: object, { provider = 'passkey', key = secret } = {}) =>
    seal({ provider, value: await seal(claims, 'encodedWebauthnChallenge', key) }, name)

  const consume = async (claims: object, options = {}) => {
    const { ctx, listCleared } = createContext({ [name]: await sealCeremony(claims, options) })
    return { ceremony: await consumeAuthjsCeremony(ctx, 'passkey', 'c'), cleared: listCleared() }
  }

  const common = { provider: 'passkey', challenge: 'c', expectedUserDigest: null }
  const visitor = { email: 'ada@example.com', name: 'Ada' }

  test.each([
    [{}, { action: 'authenticate', initialUserId: null, newUser: null }],
    [{ registerData: visitor }, { action: 'register', initialUserId: null, newUser: visitor }],
    [
      { registerData: { ...visitor, id: 'ada' } },
      { action: 'register', initialUserId: 'ada', newUser: null },
    ],
    [{ registerData: null }, { action: 'authenticate', initialUserId: null, newUser: null }],
    [{ registerData: 'ada' }, { action: 'authenticate', initialUserId: null, newUser: null }],
    [{ registerData: {} }, { action: 'authenticate', initialUserId: null, newUser: null }],
    [{ registerData: { email: 7 } }, { action: 'authenticate', initialUserId: null, newUser: null }],
    [{ registerData: { ...visitor, id: 7 } }, { action: 'authenticate', initialUserId: null, newUser: null }],
    [{ registerData: { id: 'ada' } }, { action: 'authenticate', initialUserId: null, newUser: null }],
  ])('with %j is consumed', async (claims, expected) => {
    const { ceremony, cleared } = await consume({ challenge: 'c', ...claims })
    expect(ceremony).toEqual({ ...common, ...expected })
    expect(cleared).toEqual([name])
  })

  test.each([
    ['another challenge', { challenge: 'x' }, {}],
    ['no challenge', {}, {}],
    ['another provider', { challenge: 'c' }, { provider: 'other' }],
    ['another secret', { challenge: 'c' }, { key: 'another secret of more than 32 characters' }],
  ])('with %s stays', async (_, claims, options) => {
    expect(await consume(claims, options)).toEqual({ ceremony: null, cleared: [] })
  })

  test('needs both layers of encryption', async () => {
    const inner = await seal({ challenge: 'c' }, 'encodedWebauthnChallenge')
    for (const value of ['', 'x', inner, await seal({ provider: 'passkey', value: 7 }, name)]) {
      const { ctx } = createContext({ [name]: value })
      expect(await consumeAuthjsCeremony(ctx, 'passkey', 'c')).toBeNull()
    }
    expect(await consumeAuthjsCeremony(createContext({}).ctx, 'passkey', 'c')).toBeNull()
  })

  test('may have been encrypted with an older secret, or with that of `jwt`', async () => {
    const newer = 'a new secret of more than 32 characters'
    const value = await sealCeremony({ challenge: 'c' })
    for (const settings of [
      { jwt: { secret: [newer] }, secrets: [newer, secret] },
      { jwt: { secret }, secrets: [newer] },
    ]) {
      const { ctx } = createContext({ [name]: value }, settings)
      expect(await consumeAuthjsCeremony(ctx, 'passkey', 'c')).toMatchObject(common)
    }
  })
})

describe('a sign-in at a provider that Auth.js started', () => {
  const consume = async (values: Partial<Record<keyof typeof names, unknown>>, state: string | null) => {
    const cookies: Record<string, string> = {}
    for (const [key, value] of Object.entries(values)) {
      const name = names[key as keyof typeof names]
      cookies[name] = await seal({ provider: 'op', value }, name)
    }
    const { ctx, listCleared } = createContext(cookies)
    return { transaction: await consumeAuthjsTransaction(ctx, 'op', state), cleared: listCleared() }
  }

  test.each([
    [{ state: 's', pkceCodeVerifier: 'v', nonce: 'n' }, 's', { state: 's', verifier: 'v', nonce: 'n' }],
    [{ state: 's' }, 's', { state: 's', verifier: null, nonce: null }],
    [{ pkceCodeVerifier: 'v' }, null, { state: null, verifier: 'v', nonce: null }],
    [{ nonce: 'n' }, null, { state: null, verifier: null, nonce: 'n' }],
  ])('with %j and the state %s is consumed', async (values, state, expected) => {
    const { transaction, cleared } = await consume(values, state)
    expect(transaction).toEqual({
      provider: 'op',
      callbackUrl: null,
      stepUp: null,
      cookieValue: null,
      ...expected,
    })
    expect(cleared).toHaveLength(Object.keys(values).length)
  })

  test.each([
    [{ state: 's', pkceCodeVerifier: 'v' }, 'x'],
    [{ state: 's', pkceCodeVerifier: 'v' }, null],
    [{ state: '' }, 'x'],
    [{ pkceCodeVerifier: 'v' }, 's'],
    [{ state: 7 }, '7'],
    [{}, null],
    [{}, 's'],
  ])('with %j and the state %s is rejected', async (values, state) => {
    expect((await consume(values, state)).transaction).toBeNull()
  })

  test('at another provider, with another secret or with a modified cookie counts as absent', async () => {
    const name = names.pkceCodeVerifier
    for (const value of [
      await seal({ provider: 'other', value: 'v' }, name),
      await seal({ provider: 'op', value: 'v' }, name, 'another secret of more than 32 characters'),
      await seal({ provider: 'op', value: 'v' }, names.nonce),
      'x',
      '',
    ]) {
      const { ctx, listCleared } = createContext({ [name]: value })
      expect(await consumeAuthjsTransaction(ctx, 'op', null)).toBeNull()
      expect(listCleared()).toEqual([])
    }
  })
})
