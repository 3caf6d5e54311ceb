import type { Adapter } from 'latchkey/adapters'
import { MemoryAdapter } from 'latchkey/adapters/memory'
import { describe, expect, test } from 'vitest'
import { createPlainAdapter, createTestApp, getLocation, origin, runRoundTrip } from '../support/app.js'
import { captureEmails } from '../support/captured-emails.js'
import { createMaliciousProvider } from '../support/malicious-provider.js'

/** As a database compares whose collation knows neither accents nor case. */
const normalizeEmailLoosely = (email: string) =>
  email.normalize('NFKD').replace(/\p{M}/gu, '').toUpperCase().toLowerCase()

/** An adapter on such a database; `unique` where it has a unique index on addresses. */
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

describe('who owns an address that a database takes for that of somebody else', () => {
  test.each(['ada@exámple.com', 'ada@example.çom', 'adä@example.com'])(
    'does not come in as them by mail: %s',
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

  test('is somebody of their own where the database lets them', async () => {
    const { open, getLatestEmail, store, victim } = await withVictim(false)
    const attacker = open()
    await attacker.signIn('mail', { email: 'ada@exámple.com' })
    expect(getLocation(await attacker.get(getLatestEmail().url))).toBe(origin)
    expect(await attacker.getSession()).toMatchObject({ user: { email: 'ada@exámple.com' } })
    expect(await store.getUser('victim')).toEqual(victim)
  })

  test('does not come in as them through a provider that may link by address', async () => {
    const { open, op } = await withVictim()
    const attacker = open()
    const as = { sub: 'eve-0001', email: 'ada@exámple.com', email_verified: true }
    expect(getLocation(await runRoundTrip(attacker, op, { as }))).toBe(refused)
    expect(await attacker.getSession()).toBeNull()
  })

  test('is no reason to turn away the owner, who writes it in capitals', async () => {
    const { open, getLatestEmail } = await withVictim()
    const ada = open()
    await ada.signIn('mail', { email: 'ADA@EXAMPLE.COM' })
    expect(getLocation(await ada.get(getLatestEmail().url))).toBe(origin)
  })
})

test('an adapter that knows a second address of a user may go on finding them by it', async () => {
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
