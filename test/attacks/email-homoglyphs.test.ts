import type { Adapter } from 'latchkey/adapters'
import { MemoryAdapter } from 'latchkey/adapters/memory'
import { describe, expect, test } from 'vitest'
import { leadsTo, makeApp, origin, plainAdapter, roundTrip } from '../support/app.js'
import { lyingProvider } from '../support/lying-provider.js'
import { postOffice } from '../support/post-office.js'

/** As a database compares whose collation knows neither accents nor case. */
const folded = (email: string) => email.normalize('NFKD').replace(/\p{M}/gu, '').toUpperCase().toLowerCase()

/** An adapter on such a database; `unique` where it has a unique index on addresses. */
function carelessStore(unique: boolean) {
  const store = MemoryAdapter()
  const addresses: string[] = []
  const taken = (email: string) => addresses.find(known => folded(known) === folded(email))
  const adapter: Adapter = {
    ...plainAdapter(store),
    async createUser(user) {
      if (unique && user.email && taken(user.email)) throw new Error('Duplicate entry.')
      if (user.email) addresses.push(user.email)
      return store.createUser(user)
    },
    getUserByEmail: async email => store.getUserByEmail(taken(email) ?? email),
  }
  return { store, adapter }
}

async function withVictim(unique = true) {
  const op = lyingProvider()
  const office = postOffice()
  const { store, adapter } = carelessStore(unique)
  const told: unknown[] = []
  const app = makeApp({
    op,
    adapter,
    providers: [office.provider, op.provider({ allowDangerousEmailAccountLinking: true })],
    callbacks: { signIn: ({ user }) => told.push(user.id) > 0 },
  })
  const emailVerified = new Date()
  const victim = await adapter.createUser?.({ id: 'victim', email: 'ada@example.com', emailVerified })
  return { ...app, ...office, store, told, victim }
}

const refused = `${origin}/auth/signin?error=OAuthAccountNotLinked`

describe('who owns an address that a database takes for that of somebody else', () => {
  test.each(['ada@exámple.com', 'ada@example.çom', 'adä@example.com'])(
    'does not come in as them by mail: %s',
    async email => {
      const { open, letter, told, victim } = await withVictim()
      const attacker = open()
      await attacker.signIn('mail', { email })
      expect(letter().identifier).toBe(email)
      expect(leadsTo(await attacker.get(letter().url))).toBe(refused)
      expect(await attacker.session()).toBeNull()
      expect(told).not.toContain(victim?.id)
    },
  )

  test('is somebody of their own where the database lets them', async () => {
    const { open, letter, store, victim } = await withVictim(false)
    const attacker = open()
    await attacker.signIn('mail', { email: 'ada@exámple.com' })
    expect(leadsTo(await attacker.get(letter().url))).toBe(origin)
    expect(await attacker.session()).toMatchObject({ user: { email: 'ada@exámple.com' } })
    expect(await store.getUser('victim')).toEqual(victim)
  })

  test('does not come in as them through a provider that may link by address', async () => {
    const { open, op } = await withVictim()
    const attacker = open()
    const as = { sub: 'eve-0001', email: 'ada@exámple.com', email_verified: true }
    expect(leadsTo(await roundTrip(attacker, op, { as }))).toBe(refused)
    expect(await attacker.session()).toBeNull()
  })

  test('is no reason to turn away the owner, who writes it in capitals', async () => {
    const { open, letter } = await withVictim()
    const ada = open()
    await ada.signIn('mail', { email: 'ADA@EXAMPLE.COM' })
    expect(leadsTo(await ada.get(letter().url))).toBe(origin)
  })
})

test('an adapter that knows a second address of a user may go on finding them by it', async () => {
  const store = MemoryAdapter()
  const find = store.getUserByEmail
  const getUserByEmail: typeof find = async email =>
    find(email === 'ada@home.example' ? 'ada@example.com' : email)
  const office = postOffice()
  const { open } = makeApp({ adapter: { ...store, getUserByEmail }, providers: [office.provider] })
  await store.createUser({ id: 'ada', email: 'ada@example.com', emailVerified: null })
  const ada = open()
  await ada.signIn('mail', { email: 'ada@home.example' })
  await ada.get(office.letter().url)
  expect(await ada.session()).toMatchObject({ user: { email: 'ada@example.com' } })
})
