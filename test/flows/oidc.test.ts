import { MemoryAdapter } from 'latchkey/adapters/memory'
import { describe, expect, test } from 'vitest'
import { createTestApp, getLocation, origin, runRoundTrip, sessionCookie } from '../support/app.js'
import { createMaliciousProvider, grace } from '../support/malicious-provider.js'

const algorithms = ['RS256', 'ES256', 'HS256'] as const
const strategies = ['jwt', 'database'] as const
const cases = algorithms.flatMap(alg => strategies.map(strategy => ({ alg, strategy })))

describe.each(cases)(
  'an OpenID Connect provider that signs with $alg, $strategy sessions',
  ({ alg, strategy }) => {
    const setUp = () =>
      createTestApp({
        op: createMaliciousProvider({ alg }),
        session: { strategy },
        ...(strategy === 'database' && { adapter: MemoryAdapter() }),
      })

    test('a first sign-in redirects to the callback URL and creates a session', async () => {
      const { op, open } = setUp()
      const visit = open()
      const back = await runRoundTrip(visit, op, { callbackUrl: '/welcome' })
      expect(back.status).toBe(302)
      expect(getLocation(back)).toBe(`${origin}/welcome`)
      expect(await visit.getSession()).toEqual({
        user: { name: grace.name, email: grace.email, image: grace.picture },
        expires: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
      })
    })

    test('a second sign-in finds the same user', async () => {
      const { op, open } = setUp()
      await runRoundTrip(open(), op)
      const second = open()
      await runRoundTrip(second, op)
      expect(await second.getSession()).toMatchObject({ user: { email: grace.email } })
    })

    test('a sign-out ends the session', async () => {
      const { op, open } = setUp()
      const visit = open()
      await runRoundTrip(visit, op)
      await visit.signOut()
      expect(await visit.getSession()).toBeNull()
      expect(visit.jar.get(sessionCookie)).toBeUndefined()
    })
  },
)
