import { MemoryAdapter } from 'latchkey/adapters/memory'
import { describe, expect, test } from 'vitest'
import { sessionCookie } from '../support/app.js'
import { testWithOneClock } from '../support/test-store.js'
import {
  countAllowed,
  createThrottledApp,
  expectSignIn,
  guess,
  stopClock,
  submitPassword,
} from './throttled-app.js'

const email = 'ada@example.com'

describe('the limit of one account', () => {
  test('ten wrong passwords are verified, the eleventh attempt is answered with 429 and is not', async () => {
    const { open, authorized } = createThrottledApp()
    expect(countAllowed(await guess(open(), email, 15))).toBe(10)
    expect(authorized).toHaveLength(10)
    expect((await submitPassword(open(), email, 'correct horse')).status).toBe(429)
    expect(authorized).toHaveLength(10)
  })

  testWithOneClock(
    'after ten failures in 15 minutes the delay is 30 seconds, and doubles up to an hour',
    async () => {
      const advance = stopClock()
      const { open } = createThrottledApp()
      await guess(open(), email, 10)
      const delays = []
      for (let attempt = 0; attempt < 9; attempt++) {
        const blocked = await submitPassword(open(), email)
        expect(blocked.status).toBe(429)
        const delay = Number(blocked.headers.get('retry-after'))
        delays.push(delay)
        await advance(delay - 1)
        expect((await submitPassword(open(), email)).status).toBe(429)
        await advance(1)
        expect((await submitPassword(open(), email)).status).toBe(302)
      }
      expect(delays).toEqual([30, 60, 120, 240, 480, 960, 1920, 3600, 3600])
    },
  )

  test('is never a lock: after the delay the right password signs in, and the count starts again', async () => {
    const advance = stopClock()
    const { open } = createThrottledApp()
    await guess(open(), email, 20)
    await advance(30)
    await expectSignIn(open(), email)
    expect(countAllowed(await guess(open(), email, 15))).toBe(10)
  })

  testWithOneClock('attempts during the delay do not extend it', async () => {
    const advance = stopClock()
    const { open } = createThrottledApp()
    await guess(open(), email, 10)
    for (let second = 0; second < 30; second++) {
      expect(await guess(open(), email, 2)).toEqual([429, 429])
      await advance(1)
    }
    await expectSignIn(open(), email)
  })

  test('a success in between resets the count', async () => {
    const { open } = createThrottledApp()
    for (let round = 0; round < 4; round++) {
      expect(countAllowed(await guess(open(), email, 9))).toBe(9)
      await expectSignIn(open(), email)
    }
  })

  test('failures that are older than the window do not count', async () => {
    const advance = stopClock()
    const { open } = createThrottledApp()
    await guess(open(), email, 9)
    await advance(901)
    expect(countAllowed(await guess(open(), email, 11))).toBe(10)
  })

  test('the penalty outlasts the window: an attacker gets no ten new attempts each quarter of an hour', async () => {
    const advance = stopClock()
    const { open } = createThrottledApp()
    await guess(open(), email, 10)
    await advance(3600)
    expect(countAllowed(await guess(open(), email, 10))).toBe(1)
  })

  test('an account that does not exist has the same limit', async () => {
    const { open } = createThrottledApp()
    expect(await guess(open(), 'nobody@example.com', 12)).toEqual(await guess(open(), email, 12))
  })

  test('all spellings of a name are one account, and another name is another', async () => {
    const { open } = createThrottledApp()
    const spellings = ['Ada@example.com', ' ada@EXAMPLE.com', 'ａda@example.com']
    for (let count = 0; count < 12; count++) await submitPassword(open(), spellings[count % 3] ?? '')
    expect((await submitPassword(open(), email)).status).toBe(429)
    await expectSignIn(open(), 'bob@example.com')
  })

  test('an error that `authorize` throws is a failure, as in apps that throw for a wrong password', async () => {
    const provider = {
      id: 'credentials',
      name: 'Password',
      type: 'credentials' as const,
      credentials: { email: {}, password: { type: 'password' } },
      authorize: async () => {
        throw new Error('wrong password')
      },
    }
    const { open } = createThrottledApp({ providers: [provider] })
    expect(countAllowed(await guess(open(), email, 12))).toBe(10)
  })

  test('parallel guesses do not get more attempts', async () => {
    const { open, authorized } = createThrottledApp()
    const responses = await Promise.all(Array.from({ length: 16 }, () => submitPassword(open(), email)))
    expect(countAllowed(responses.map(({ status }) => status))).toBe(10)
    expect(authorized).toHaveLength(10)
  })
})

describe('what an attempt above the limit changes', () => {
  test.each(['jwt', 'database'] as const)(
    '%s sessions: the signed-in user stays signed in',
    async strategy => {
      const adapter = MemoryAdapter()
      await adapter.createUser({ id: 'ada-1', email, emailVerified: null })
      const { open } = createThrottledApp({ adapter, session: { strategy } })
      const visit = open()
      await expectSignIn(visit, email)
      const token = visit.jar.get(sessionCookie)
      await guess(open(), 'bob@example.com', 10)
      expect((await submitPassword(visit, 'bob@example.com')).status).toBe(429)
      expect(visit.jar.get(sessionCookie)).toBe(token)
      expect(await visit.getSession()).toMatchObject({ user: { email } })
    },
  )
})
