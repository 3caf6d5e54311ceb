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
  'a session cookie that was planted before a sign-in, %s',
  strategy => {
    const setUp = () => createTestApp({ adapter: MemoryAdapter(), session: { strategy } })

    test('is replaced, and says nothing afterwards', async () => {
      const { op, open } = setUp()
      const victim = open()
      setCookie(victim, 'planted')
      await runRoundTrip(victim, op)
      expect(readSessionCookie(victim)).not.toBe('planted')
      const attacker = open()
      setCookie(attacker, 'planted')
      expect(await attacker.getSession()).toBeNull()
    })

    test('is replaced when it is a real one of nobody any more', async () => {
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

    test('each sign-in from a fresh browser has a value of its own', async () => {
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

test('the session of somebody else does not become the session of who signs in with a password', async () => {
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
  // It was the browser's earlier session, which goes when a new one comes.
  expect(await attacker.getSession()).toBeNull()
})

test('chunks that were planted do not get into the new session', async () => {
  const { op, open } = createTestApp()
  const victim = open()
  setCookie(victim, 'AAAA', `${sessionCookie}.0`)
  setCookie(victim, 'BBBB', `${sessionCookie}.1`)
  await runRoundTrip(victim, op)
  expect(victim.jar.get(`${sessionCookie}.0`)).toBeUndefined()
  expect(await victim.getSession()).not.toBeNull()
})

test('a CSRF pair that was planted is not taken over unless we vouch for it', async () => {
  const visit = createTestApp().open()
  setCookie(visit, `${'a'.repeat(64)}%7C${'b'.repeat(64)}`, '__Host-authjs.csrf-token')
  expect(await visit.getCsrfToken()).not.toBe('a'.repeat(64))
})

test('a flow cookie that was planted is of no use without our secret', async () => {
  const { op, open } = createTestApp()
  const other = createTestApp({ op, secret: `another ${secret}` }).open()
  const back = op.authorize(other.getLocation(await other.signIn('op')))
  const victim = open()
  for (const { name, value } of other.jar.cookies()) setCookie(victim, value, name)
  await victim.get(back, { from: op.issuer })
  expect(await victim.getSession()).toBeNull()
})
