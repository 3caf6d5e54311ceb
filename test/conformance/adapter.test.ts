import type { Adapter } from 'latchkey/adapters'
import { MemoryAdapter } from 'latchkey/adapters/memory'
import { expect, test } from 'vitest'
import {
  createPlainAdapter,
  createTappedAdapter,
  createTestApp,
  getLocation,
  origin,
  runRoundTrip,
} from '../support/app.js'

test('adapter methods can return values instead of promises', async () => {
  const session = { sessionToken: 'token', userId: 'ada', expires: new Date(Date.now() + 86_400_000) }
  const user = { id: 'ada', name: 'Ada', email: 'ada@example.com', emailVerified: null }
  const adapter: Adapter = {
    ...createPlainAdapter(),
    getSessionAndUser: sessionToken => (sessionToken === 'token' ? { session, user } : null),
    updateSession: () => session,
  }
  const { answer } = createTestApp({ adapter })
  const look = async (token: string) => {
    const headers = { cookie: `__Secure-authjs.session-token=${token}` }
    return (await answer(new Request(`${origin}/auth/session`, { headers }))).json()
  }
  expect(await look('token')).toMatchObject({ user: { name: 'Ada' } })
  expect(await look('another')).toBeNull()
})

test('a missing adapter method redirects to the error page, and the log names it', async () => {
  const { deleteUser: _, ...adapter } = {
    ...createPlainAdapter(),
    linkAccount: () => {
      throw new Error('the disk is full')
    },
  }
  const { op, open, log } = createTestApp({ adapter })
  const visit = open()
  const answer = await runRoundTrip(visit, op)
  expect(getLocation(answer)).toBe(`${origin}/auth/error?error=Configuration`)
  expect(await visit.getSession()).toBeNull()
  expect(log.types()).toEqual(['MissingAdapterMethods', 'AdapterError'])
  expect(log.errors[0]?.message).toContain('deleteUser')
})

test('a session is read with its user in one adapter call', async () => {
  const { adapter, calls } = createTappedAdapter(MemoryAdapter())
  const { op, open } = createTestApp({ adapter })
  const visit = open()
  await runRoundTrip(visit, op)
  calls.length = 0
  expect(await visit.getSession()).toMatchObject({ user: { email: 'grace@example.com' } })
  expect(calls).toEqual(['getSessionAndUser'])
})
