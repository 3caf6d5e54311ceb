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

describe('a configured `max_age`', () => {
  const secondsAgo = (seconds: number) => Math.floor(Date.now() / 1000) - seconds

  const signIn = async (auth_time: unknown, params: Record<string, unknown> = { max_age: 300 }) => {
    const op = createMaliciousProvider()
    const { open, log } = createTestApp({ op, providers: [op.provider({ authorization: { params } })] })
    op.lies = { claims: { auth_time } }
    const visit = open()
    const away = visit.getLocation(await visit.signIn('op'))
    await visit.get(op.authorize(away), { from: op.issuer })
    const cause = log.errors[0]?.cause
    const message = cause instanceof Error ? cause.message : (log.errors[0]?.message ?? '')
    return { session: await visit.getSession(), sent: away.searchParams.get('max_age'), message }
  }

  test.each([0, 299, 325, -25])(
    'accepts a user who signed in at the provider %i seconds ago',
    async seconds => {
      const { session, sent } = await signIn(secondsAgo(seconds))
      expect(sent).toBe('300')
      expect(session).not.toBeNull()
    },
  )

  test.each([
    [undefined, /no `auth_time`/],
    ['1700000000', /"auth_time"/],
    [secondsAgo(335), /more than 300 seconds ago/],
    [secondsAgo(-40), /in the future/],
  ])('rejects the `auth_time` %s', async (auth_time, reason) => {
    const { session, message } = await signIn(auth_time)
    expect(session).toBeNull()
    expect(message).toMatch(reason)
  })

  test('of zero accepts only a user who has just signed in', async () => {
    expect((await signIn(secondsAgo(0), { max_age: 0 })).session).not.toBeNull()
    expect((await signIn(secondsAgo(40), { max_age: 0 })).session).toBeNull()
  })

  test('that is missing requires no `auth_time`', async () => {
    expect((await signIn(undefined, {})).session).not.toBeNull()
    expect((await signIn(secondsAgo(1_000_000), {})).session).not.toBeNull()
  })
})
