import { describe, expect } from 'vitest'
import { checks } from './check.js'
import { anAccount, anAuthenticator, aSession, aToken, aUser, trickyIds } from './records.js'
import type { CompleteAdapter, MakeSubject } from './subject.js'

/** Pairs that a store would confuse when it cuts at NUL or replaces half a surrogate pair. */
const confusable = [
  ['a\0b', 'a'],
  ['a\0b', 'a\0c'],
  ['\ud800', '\ud801'],
  ['\ud800', '\ufffd'],
  ['x\udc00', 'x\ufffd'],
] as const

export function textContract(make: MakeSubject): void {
  const it = checks(make)

  describe('ids in any script', () => {
    it('name users, each its own', async adapter => {
      const users = trickyIds.map(id => aUser({ id, name: id }))
      const created = await Promise.all(users.map(async user => adapter.createUser(user)))
      for (const [i, user] of created.entries()) {
        expect(await adapter.getUser(user.id)).toEqual(user)
        expect(user.name).toBe(trickyIds[i])
      }
    })

    it('name addresses, each its own', async adapter => {
      const emails = trickyIds.map(id => `${id}@example.com`)
      for (const email of emails) await adapter.createUser(aUser({ email }))
      for (const email of emails) expect((await adapter.getUserByEmail(email))?.email).toBe(email)
    })

    it('name accounts, each its own', async adapter => {
      const keys = trickyIds.flatMap(id => [
        { provider: 'github', providerAccountId: id },
        { provider: id, providerAccountId: 'github' },
      ])
      const owners = new Map<object, string>()
      for (const key of keys) {
        const { id } = await adapter.createUser(aUser())
        await adapter.linkAccount(anAccount(id, key))
        owners.set(key, id)
      }
      for (const key of keys) {
        expect((await adapter.getUserByAccount(key))?.id).toBe(owners.get(key))
        expect(await adapter.getAccount(key.providerAccountId, key.provider)).toMatchObject(key)
      }
    })

    it('name sessions, tokens and passkeys, each its own', async adapter => {
      const user = await adapter.createUser(aUser())
      for (const id of trickyIds) {
        await adapter.createSession(aSession(user.id, { sessionToken: id }))
        await adapter.createVerificationToken(aToken({ identifier: id, token: id }))
        await adapter.createAuthenticator(anAuthenticator(user.id, { credentialID: id }))
      }
      for (const id of trickyIds) {
        expect((await adapter.getSessionAndUser(id))?.session.sessionToken).toBe(id)
        expect((await adapter.getAuthenticator(id))?.credentialID).toBe(id)
        expect(await adapter.useVerificationToken({ identifier: id, token: id })).toMatchObject({ token: id })
      }
    })
  })

  describe('ids that a store might change', () => {
    for (const [first, second] of confusable)
      it(`are refused or kept, but ${JSON.stringify(first)} never meets ${JSON.stringify(second)}`, async adapter => {
        await seenAsUser(adapter, first, second)
        await seenAsAccount(adapter, first, second)
        await seenAsToken(adapter, first, second)
      })

    it('do not stop anybody whose name has them', async adapter => {
      for (const name of ['cut \ud83d', 'nul\0l']) {
        const user = await adapter.createUser(aUser({ name }))
        expect((await adapter.getUser(user.id))?.name).toBe(user.name)
      }
    })
  })
}

async function seenAsUser(adapter: CompleteAdapter, first: string, second: string) {
  const { id } = (await attempt(() => adapter.createUser(aUser({ id: first })))) ?? { id: null }
  if (id !== null) expect((await adapter.getUser(id))?.id).toBe(id)
  if (id === first) expect(await adapter.getUser(second)).toBeNull()
}

async function seenAsAccount(adapter: CompleteAdapter, first: string, second: string) {
  const user = await adapter.createUser(aUser())
  const account = anAccount(user.id, { providerAccountId: first })
  await attempt(() => adapter.linkAccount(account))
  expect(await attempt(() => adapter.getUserByAccount({ ...account, providerAccountId: second }))).toBeNull()
}

async function seenAsToken(adapter: CompleteAdapter, first: string, second: string) {
  const token = aToken({ identifier: first })
  await attempt(() => adapter.createVerificationToken(token))
  expect(await attempt(() => adapter.useVerificationToken({ ...token, identifier: second }))).toBeNull()
}

async function attempt<T>(call: () => PromiseLike<T> | T): Promise<T | null> {
  try {
    return await call()
  } catch {
    return null
  }
}
