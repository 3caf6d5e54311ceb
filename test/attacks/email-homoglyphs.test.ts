import type { Adapter } from 'latchkey/adapters'
import { MemoryAdapter } from 'latchkey/adapters/memory'
import { describe, expect, test } from 'vitest'
import { createPlainAdapter, createTestApp, getLocation, origin, runRoundTrip } from '../support/app.js'
import { captureEmails } from '../support/captured-emails.js'
import { createMaliciousProvider } from '../support/malicious-provider.js'

/** Compares like a database collation that ignores accents and case. */
const normalizeEmailLoosely = (email: string) =>
  email.normalize('NFKD').replace(/\p{M}/gu, '').toUpperCase().toLowerCase()

/** An adapter on such a database; `unique` adds a unique index on the email. */
function createLooseAdapter(unique: boolean) {
  const store = MemoryAdapter()
  const addresses: string[] = []
  const findTaken = (email: string) =>
    addresses.find(known => normalizeEmailLoosely(known) === normalizeEmailLoosely(email))
  const adapter: Adapter = {
    ...createPlainAdapter(store),
    async createUser(user) {
      if (unique && user.email && findTaken(user.email)) throw new Error('Duplicate entry.')
      if (user.email) addresses.push(user.email)
      return store.createUser(user)
    },
    getUserByEmail: async email => store.getUserByEmail(findTaken(email) ?? email),
  }
  return { store, adapter }
}

async function withVictim(unique = true) {
  const op = createMaliciousProvider()
  const mailbox = captureEmails()
  const { store, adapter } = createLooseAdapter(unique)
  const told: unknown[] = []
  const app = createTestApp({
    op,
    adapter,
    providers: [mailbox.provider, op.provider({ allowDangerousEmailAccountLinking: true })],
    callbacks: { signIn: ({ user }) => told.push(user.id) > 0 },
  })
  const emailVerified = new Date()
  const victim = await adapter.createUser?.({ id: 'victim', email: 'ada@example.com', emailVerified })
  return { ...app, ...mailbox, store, told, victim }
}

const refused = `${origin}/auth/signin?error=OAuthAccountNotLinked`

describe('an attacker whose email equals that of a victim in the database collation', () => {
  test.each(['ada@exámple.com', 'ada@example.çom', 'adä@example.com'])(
    'cannot sign in as the victim by email: %s',
    async email => {
      const { open, getLatestEmail, told, victim } = await withVictim()
      const attacker = open()
      await attacker.signIn('mail', { email })
      expect(getLatestEmail().identifier).toBe(email)
      expect(getLocation(await attacker.get(getLatestEmail().url))).toBe(refused)
      expect(await attacker.getSession()).toBeNull()
      expect(told).not.toContain(victim?.id)
    },
  )

  test('gets a separate user if the database allows it', async () => {
    const { open, getLatestEmail, store, victim } = await withVictim(false)
    const attacker = open()
    await attacker.signIn('mail', { email: 'ada@exámple.com' })
    expect(getLocation(await attacker.get(getLatestEmail().url))).toBe(origin)
    expect(await attacker.getSession()).toMatchObject({ user: { email: 'ada@exámple.com' } })
    expect(await store.getUser('victim')).toEqual(victim)
  })

  test('cannot sign in as the victim with a provider that links by email', async () => {
    const { open, op } = await withVictim()
    const attacker = open()
    const as = { sub: 'eve-0001', email: 'ada@exámple.com', email_verified: true }
    expect(getLocation(await runRoundTrip(attacker, op, { as }))).toBe(refused)
    expect(await attacker.getSession()).toBeNull()
  })

  test('does not prevent the victim from signing in with an email in upper case', async () => {
    const { open, getLatestEmail } = await withVictim()
    const ada = open()
    await ada.signIn('mail', { email: 'ADA@EXAMPLE.COM' })
    expect(getLocation(await ada.get(getLatestEmail().url))).toBe(origin)
  })
})

test('an adapter can find a user by a secondary email', async () => {
  const store = MemoryAdapter()
  const find = store.getUserByEmail
  const getUserByEmail: typeof find = async email =>
    find(email === 'ada@home.example' ? 'ada@example.com' : email)
  const mailbox = captureEmails()
  const { open } = createTestApp({ adapter: { ...store, getUserByEmail }, providers: [mailbox.provider] })
  await store.createUser({ id: 'ada', email: 'ada@example.com', emailVerified: null })
  const ada = open()
  await ada.signIn('mail', { email: 'ada@home.example' })
  await ada.get(mailbox.getLatestEmail().url)
  expect(await ada.getSession()).toMatchObject({ user: { email: 'ada@example.com' } })
})
