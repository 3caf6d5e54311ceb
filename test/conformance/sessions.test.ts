import { MemoryAdapter } from 'latchkey/adapters/memory'
import { getToken } from 'latchkey/jwt'
import { describe, expect, test } from 'vitest'
import {
  createTappedAdapter,
  createTestApp,
  origin,
  runRoundTrip,
  secret,
  sessionCookie,
} from '../support/app.js'

describe('the default session strategy', () => {
  test('is jwt without an adapter', async () => {
    const { op, open } = createTestApp()
    const visit = open()
    await runRoundTrip(visit, op)
    const req = new Request(origin, { headers: { cookie: visit.jar.header(origin) } })
    expect(await getToken({ req, secret })).toMatchObject({ email: 'grace@example.com' })
  })

  test('is database with an adapter', async () => {
    const store = MemoryAdapter()
    const { op, open } = createTestApp({ adapter: store })
    const visit = open()
    await runRoundTrip(visit, op)
    const sessionToken = visit.jar.get(sessionCookie)?.value ?? ''
    expect(await store.getSessionAndUser(sessionToken)).toMatchObject({
      session: { sessionToken, userId: expect.any(String) },
      user: { email: 'grace@example.com' },
    })
  })
})

test('the `jwt` callback receives the trigger `signUp` for a new user and `signIn` later', async () => {
  const triggers: unknown[] = []
  const { adapter } = createTappedAdapter()
  const { op, open } = createTestApp({
    adapter,
    session: { strategy: 'jwt' },
    callbacks: {
      jwt: ({ token, trigger }) => {
        triggers.push(trigger)
        return token
      },
    },
  })
  await runRoundTrip(open(), op)
  await runRoundTrip(open(), op)
  expect(triggers).toEqual(['signUp', 'signIn'])
})
