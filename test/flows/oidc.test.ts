import { MemoryAdapter } from 'latchkey/adapters/memory'
import { describe, expect, test } from 'vitest'
import { leadsTo, makeApp, origin, roundTrip, sessionCookie } from '../support/app.js'
import { grace, lyingProvider } from '../support/lying-provider.js'

const algorithms = ['RS256', 'ES256', 'HS256'] as const
const strategies = ['jwt', 'database'] as const
const cases = algorithms.flatMap(alg => strategies.map(strategy => ({ alg, strategy })))

describe.each(cases)('an OpenID provider that signs with $alg, $strategy sessions', ({ alg, strategy }) => {
  const setUp = () =>
    makeApp({
      op: lyingProvider({ alg }),
      session: { strategy },
      ...(strategy === 'database' && { adapter: MemoryAdapter() }),
    })

  test('a first sign-in ends where it was asked to end, with a session', async () => {
    const { op, open } = setUp()
    const visit = open()
    const back = await roundTrip(visit, op, { callbackUrl: '/welcome' })
    expect(back.status).toBe(302)
    expect(leadsTo(back)).toBe(`${origin}/welcome`)
    expect(await visit.session()).toEqual({
      user: { name: grace.name, email: grace.email, image: grace.picture },
      expires: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
    })
  })

  test('a second sign-in meets the same person', async () => {
    const { op, open } = setUp()
    await roundTrip(open(), op)
    const second = open()
    await roundTrip(second, op)
    expect(await second.session()).toMatchObject({ user: { email: grace.email } })
  })

  test('a sign-out ends it', async () => {
    const { op, open } = setUp()
    const visit = open()
    await roundTrip(visit, op)
    await visit.signOut()
    expect(await visit.session()).toBeNull()
    expect(visit.jar.get(sessionCookie)).toBeUndefined()
  })
})

describe('an OpenID provider', () => {
  test('is found by the address of its discovery document alone', async () => {
    const op = lyingProvider()
    const { issuer: _, ...rest } = op.provider()
    const wellKnown = `${op.issuer}/.well-known/openid-configuration`
    const { open } = makeApp({ op, providers: [{ ...rest, wellKnown }] })
    const visit = open()
    await roundTrip(visit, op)
    expect(await visit.session()).toMatchObject({ user: { email: grace.email } })
  })

  test('may be a factory that is called without settings', async () => {
    const op = lyingProvider()
    const { open } = makeApp({ op, providers: [() => op.provider()] })
    const visit = open()
    await roundTrip(visit, op)
    expect(await visit.session()).not.toBeNull()
  })

  test('is what its options say, also where they replace an array', async () => {
    const op = lyingProvider()
    const provider = { ...op.provider({ clientId: 'default', checks: ['pkce', 'state'] }) }
    const { open } = makeApp({
      op,
      providers: [{ ...provider, options: { clientId: op.clientId, checks: ['none'] } }],
    })
    const away = await open().signIn('op')
    const asked = new URL(leadsTo(away) ?? '').searchParams
    expect(asked.get('client_id')).toBe(op.clientId)
    expect([...asked.keys()].sort()).toEqual(['client_id', 'redirect_uri', 'response_type', 'scope'])
  })

  test('is asked for identity, and for what the configuration asks', async () => {
    const op = lyingProvider()
    const { open } = makeApp({
      op,
      providers: [op.provider({ authorization: { params: { prompt: 'login', claims: { id_token: {} } } } })],
    })
    const asked = new URL(leadsTo(await open().signIn('op')) ?? '').searchParams
    expect(Object.fromEntries(asked)).toMatchObject({
      response_type: 'code',
      scope: 'openid profile email',
      redirect_uri: `${origin}/auth/callback/op`,
      prompt: 'login',
      claims: '{"id_token":{}}',
    })
  })
})
