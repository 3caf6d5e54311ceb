import { MemoryAdapter } from 'latchkey/adapters/memory'
import { describe, expect, test } from 'vitest'
import { ada, credentials, makeApp, origin, roundTrip, secret, sessionCookie } from '../support/app.js'
import { grace } from '../support/lying-provider.js'
import type { Visitor } from '../support/visitor.js'

const session = (visit: Visitor) => visit.jar.get(sessionCookie)?.value
const plant = (visit: Visitor, value: string, name = sessionCookie) =>
  visit.jar.set(origin, `${name}=${value}; Secure; Path=/`)

describe.each(['jwt', 'database'] as const)(
  'a session cookie that was planted before a sign-in, %s',
  strategy => {
    const setUp = () => makeApp({ adapter: MemoryAdapter(), session: { strategy } })

    test('is replaced, and says nothing afterwards', async () => {
      const { op, open } = setUp()
      const victim = open()
      plant(victim, 'planted')
      await roundTrip(victim, op)
      expect(session(victim)).not.toBe('planted')
      const attacker = open()
      plant(attacker, 'planted')
      expect(await attacker.session()).toBeNull()
    })

    test('is replaced when it is a real one of nobody any more', async () => {
      const { op, open } = setUp()
      const attacker = open()
      await roundTrip(attacker, op, { as: { sub: 'attacker' } })
      const held = session(attacker) ?? ''
      await attacker.signOut()
      const victim = open()
      if (strategy === 'database') {
        plant(victim, held)
        await roundTrip(victim, op)
        expect(session(victim)).not.toBe(held)
      }
      const late = open()
      plant(late, held)
      expect((await late.session())?.['user']).not.toMatchObject({ email: grace.email })
    })

    test('each sign-in from a fresh browser has a value of its own', async () => {
      const { op, open } = setUp()
      const values = []
      for (let visit = 0; visit < 3; visit++) {
        const browser = open()
        await roundTrip(browser, op)
        values.push(session(browser))
      }
      expect(new Set(values).size).toBe(3)
    })
  },
)

test('the session of somebody else does not become the session of who signs in with a password', async () => {
  const adapter = MemoryAdapter()
  await adapter.createUser({ id: 'ada-1', email: ada.email, emailVerified: null })
  const { open } = makeApp({ adapter, providers: [credentials] })
  await adapter.createUser({ id: 'mallory', email: 'm@evil.example', emailVerified: null })
  const expires = new Date(Date.now() + 1_000_000)
  await adapter.createSession({ sessionToken: 'mallorys', userId: 'mallory', expires })
  const victim = open()
  plant(victim, 'mallorys')
  await victim.signInWithCredentials(ada)
  expect(session(victim)).not.toBe('mallorys')
  const attacker = open()
  plant(attacker, 'mallorys')
  // It was the browser's earlier session, which goes when a new one comes.
  expect(await attacker.session()).toBeNull()
})

test('chunks that were planted do not get into the new session', async () => {
  const { op, open } = makeApp()
  const victim = open()
  plant(victim, 'AAAA', `${sessionCookie}.0`)
  plant(victim, 'BBBB', `${sessionCookie}.1`)
  await roundTrip(victim, op)
  expect(victim.jar.get(`${sessionCookie}.0`)).toBeUndefined()
  expect(await victim.session()).not.toBeNull()
})

test('a CSRF pair that was planted is not taken over unless we vouch for it', async () => {
  const visit = makeApp().open()
  plant(visit, `${'a'.repeat(64)}%7C${'b'.repeat(64)}`, '__Host-authjs.csrf-token')
  expect(await visit.csrf()).not.toBe('a'.repeat(64))
})

test('a flow cookie that was planted is of no use without our secret', async () => {
  const { op, open } = makeApp()
  const other = makeApp({ op, secret: `another ${secret}` }).open()
  const back = op.authorize(other.location(await other.signIn('op')))
  const victim = open()
  for (const { name, value } of other.jar.cookies()) plant(victim, value, name)
  await victim.get(back, { from: op.issuer })
  expect(await victim.session()).toBeNull()
})
