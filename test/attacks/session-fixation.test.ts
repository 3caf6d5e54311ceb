import { MemoryAdapter } from 'latchkey/adapters/memory'
import { describe, expect, test } from 'vitest'
import {
  ada,
  createTestApp,
  credentials,
  origin,
  runRoundTrip,
  secret,
  sessionCookie,
} from '../support/app.js'
import { grace } from '../support/malicious-provider.js'
import type { Visitor } from '../support/visitor.js'

const readSessionCookie = (visit: Visitor) => visit.jar.get(sessionCookie)?.value
const setCookie = (visit: Visitor, value: string, name = sessionCookie) =>
  visit.jar.set(origin, `${name}=${value}; Secure; Path=/`)

describe.each(['jwt', 'database'] as const)(
  'a planted session cookie before a sign-in, %s sessions',
  strategy => {
    const setUp = () => createTestApp({ adapter: MemoryAdapter(), session: { strategy } })

    test('is replaced and is not valid afterwards', async () => {
      const { op, open } = setUp()
      const victim = open()
      setCookie(victim, 'planted')
      await runRoundTrip(victim, op)
      expect(readSessionCookie(victim)).not.toBe('planted')
      const attacker = open()
      setCookie(attacker, 'planted')
      expect(await attacker.getSession()).toBeNull()
    })

    test('is replaced if it belonged to a session that was ended', async () => {
      const { op, open } = setUp()
      const attacker = open()
      await runRoundTrip(attacker, op, { as: { sub: 'attacker' } })
      const held = readSessionCookie(attacker) ?? ''
      await attacker.signOut()
      const victim = open()
      if (strategy === 'database') {
        setCookie(victim, held)
        await runRoundTrip(victim, op)
        expect(readSessionCookie(victim)).not.toBe(held)
      }
      const late = open()
      setCookie(late, held)
      expect((await late.getSession())?.['user']).not.toMatchObject({ email: grace.email })
    })

    test('each sign-in in a new browser gets a different session cookie', async () => {
      const { op, open } = setUp()
      const values = []
      for (let visit = 0; visit < 3; visit++) {
        const browser = open()
        await runRoundTrip(browser, op)
        values.push(readSessionCookie(browser))
      }
      expect(new Set(values).size).toBe(3)
    })
  },
)

test('a planted session of another user is replaced and ended at a sign-in with credentials', async () => {
  const adapter = MemoryAdapter()
  await adapter.createUser({ id: 'ada-1', email: ada.email, emailVerified: null })
  const { open } = createTestApp({ adapter, providers: [credentials] })
  await adapter.createUser({ id: 'mallory', email: 'm@evil.example', emailVerified: null })
  const expires = new Date(Date.now() + 1_000_000)
  await adapter.createSession({ sessionToken: 'mallorys', userId: 'mallory', expires })
  const victim = open()
  setCookie(victim, 'mallorys')
  await victim.signInWithCredentials(ada)
  expect(readSessionCookie(victim)).not.toBe('mallorys')
  const attacker = open()
  setCookie(attacker, 'mallorys')
  // It was the previous session of the browser, which a new session replaces.
  expect(await attacker.getSession()).toBeNull()
})

test('planted chunks do not become part of the new session', async () => {
  const { op, open } = createTestApp()
  const victim = open()
  setCookie(victim, 'AAAA', `${sessionCookie}.0`)
  setCookie(victim, 'BBBB', `${sessionCookie}.1`)
  await runRoundTrip(victim, op)
  expect(victim.jar.get(`${sessionCookie}.0`)).toBeUndefined()
  expect(await victim.getSession()).not.toBeNull()
})

test('a planted CSRF cookie with an invalid hash is replaced', async () => {
  const visit = createTestApp().open()
  setCookie(visit, `${'a'.repeat(64)}%7C${'b'.repeat(64)}`, '__Host-authjs.csrf-token')
  expect(await visit.getCsrfToken()).not.toBe('a'.repeat(64))
})

test('a planted check cookie of another secret is rejected', async () => {
  const { op, open } = createTestApp()
  const other = createTestApp({ op, secret: `another ${secret}` }).open()
  const back = op.authorize(other.getLocation(await other.signIn('op')))
  const victim = open()
  for (const { name, value } of other.jar.cookies()) setCookie(victim, value, name)
  await victim.get(back, { from: op.issuer })
  expect(await victim.getSession()).toBeNull()
})
