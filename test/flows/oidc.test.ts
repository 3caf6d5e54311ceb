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
