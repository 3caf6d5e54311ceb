import { randomUUID } from 'node:crypto'
import type { Adapter } from 'latchkey/adapters'
import { composeAdapters } from 'latchkey/adapters/compose'
import { MemoryAdapter } from 'latchkey/adapters/memory'
import { expect, test } from 'vitest'
import { anAccount, anAuthenticator, aSession, aToken, aUser } from '../../contract/records.js'
import { createTappedAdapter } from '../../support/app.js'
import { startRedisSetup } from './redis-setup.js'

const { open } = await startRedisSetup()

test('sessions, tokens and counters are stored in `sessions`, everything else in `users`', async () => {
  const { adapter: users, calls } = createTappedAdapter(MemoryAdapter())
  const { adapter: sessions, names } = open()
  const adapter = composeAdapters({ users, sessions })
  const passkey = anAuthenticator('')
  const user = await adapter.createUserWithAccount?.(aUser(), anAccount(''), passkey)
  const session = aSession(user?.id ?? '')
  await adapter.createSession?.(session)
  await adapter.updateSession?.({ ...session, startedAt: new Date() })
  await adapter.createVerificationToken?.(aToken())
  await adapter.countAttempt?.('ada', 60_000)
  expect(await adapter.getSessionAndUser?.(session.sessionToken)).toMatchObject({ session, user })
  expect(await adapter.getAuthenticator?.(passkey.credentialID)).toMatchObject({ userId: user?.id })
  expect(calls).toEqual(['createUserWithAccount', 'getUser', 'getUser', 'getAuthenticator'])
  const kinds = (await names()).map(name => name.replace(/:.*/, '')).sort()
  expect(kinds).toEqual(['attempts', 'session', 'sessions-of', 'token'])
})

test('deleting a user also deletes their sessions', async () => {
  const { adapter: sessions, names } = open()
  const adapter = composeAdapters({ users: MemoryAdapter(), sessions })
  const user = await adapter.createUser?.(aUser())
  for (let browser = 0; browser < 3; browser++) await adapter.createSession?.(aSession(user?.id ?? ''))
  await adapter.deleteUser?.(user?.id ?? '')
  expect(await names()).toEqual([])
})

test('a session is invalid if its user was deleted directly in the other store', async () => {
  const users = MemoryAdapter()
  const adapter = composeAdapters({ users, sessions: open().adapter })
  const user = await users.createUser(aUser())
  const session = aSession(user.id)
  await adapter.createSession?.(session)
  await users.deleteUser(user.id)
  expect(await adapter.getSessionAndUser?.(session.sessionToken)).toBeNull()
})

test('`users` can be a class instance', async () => {
  class Users {
    readonly #users = new Map([['ada', aUser({ id: 'ada' })]])
    async getUser(id: string) {
      return this.#users.get(id) ?? null
    }
    async deleteUser(id: string) {
      this.#users.delete(id)
    }
  }
  const adapter = composeAdapters({ users: new Users(), sessions: open().adapter })
  const session = aSession('ada')
  await adapter.createSession?.(session)
  expect(await adapter.getUser?.('ada')).toMatchObject({ id: 'ada' })
  await adapter.deleteUser?.('ada')
  expect(await adapter.getUser?.('ada')).toBeNull()
})

test('methods that `users` does not have are undefined', () => {
  const users: Adapter = { getUser: async () => null }
  const adapter = composeAdapters({ users, sessions: open().adapter })
  for (const name of ['createUser', 'deleteUser', 'createUserWithAccount', 'createAuthenticator'] as const)
    expect(adapter).not.toHaveProperty(name)
})

test('without `getUser` an error is thrown that names it', async () => {
  const adapter = composeAdapters({ users: {}, sessions: open().adapter })
  await expect((async () => adapter.createSession?.(aSession('ada')))()).rejects.toThrow(/`getUser`/)
})

test('tokens are stored in `users` if `sessions` only stores sessions', async () => {
  const { sessionStore } = open().adapter
  const {
    createVerificationToken: _,
    useVerificationToken: __,
    getVerificationToken: ___,
    useChallenge: ____,
    countAttempt: _____,
    storesSessionStart: ______,
    ...alone
  } = sessionStore
  const users = MemoryAdapter()
  const adapter = composeAdapters({ users, sessions: { sessionStore: alone } })
  const token = aToken({ identifier: randomUUID() })
  await adapter.createVerificationToken?.(token)
  expect(await users.useVerificationToken(token)).toEqual(token)
  expect(adapter).not.toHaveProperty('countAttempt')
  expect(adapter).not.toHaveProperty('storesSessionStart')
})

test('`deleteExpired` also deletes expired sessions in `users`', async () => {
  const users = MemoryAdapter()
  const user = await users.createUser(aUser())
  await users.createSession(aSession(user.id, { expires: new Date(1) }))
  const adapter = composeAdapters({ users, sessions: open().adapter })
  expect(await adapter.deleteExpired?.(new Date())).toEqual({ sessions: 1, verificationTokens: 0 })
})
