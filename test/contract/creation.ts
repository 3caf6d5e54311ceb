import { describe, expect } from 'vitest'
import { atOnce, checks } from './check.js'
import { anAccount, aUser, aUserWithoutEmail } from './records.js'
import type { CompleteAdapter, MakeSubject } from './subject.js'

/** The optional `createUserWithAccount`: both or neither. An adapter without it keeps this part by not having it. */
export function creationContract(make: MakeSubject): void {
  const check = checks(make)
  const it = (sentence: string, body: (adapter: Required<CompleteAdapter>) => Promise<void>) =>
    check(sentence, async adapter => {
      if (has(adapter)) await body(adapter)
    })

  describe('a user and its first account', () => {
    it('come together', async adapter => {
      const user = aUser({ role: 'admin' })
      const account = anAccount('replaced by the id that the user has')
      const created = await adapter.createUserWithAccount(user, account)
      expect(created).toMatchObject({ ...user, id: created.id })
      expect(await adapter.getUser(created.id)).toEqual(created)
      expect(await adapter.getUserByAccount(account)).toEqual(created)
      expect(await adapter.getAccount(account.providerAccountId, account.provider)).toMatchObject({
        ...account,
        userId: created.id,
      })
    })

    it('come together without an address, too', async adapter => {
      for (const email of [undefined, null, ''] as const) {
        const user = aUserWithoutEmail(email)
        const created = await adapter.createUserWithAccount(user, anAccount(user.id))
        expect(await adapter.getUser(created.id)).toEqual(created)
      }
    })

    it('are not there when the account has an owner', async adapter => {
      const ada = aUser()
      const account = anAccount(ada.id)
      const first = await adapter.createUserWithAccount(ada, account)
      const bob = aUser()
      await expect(async () => adapter.createUserWithAccount(bob, account)).rejects.toThrow()
      expect(await adapter.getUserByEmail(bob.email)).toBeNull()
      expect(await adapter.getUserByAccount(account)).toEqual(first)
    })

    it('are not there when the address has an owner', async adapter => {
      const ada = await adapter.createUser(aUser())
      const account = anAccount('')
      await expect(async () =>
        adapter.createUserWithAccount(aUser({ email: ada.email }), account),
      ).rejects.toThrow()
      expect(await adapter.getUserByAccount(account)).toBeNull()
      expect(await adapter.getUserByEmail(ada.email)).toEqual(ada)
    })

    it('are not there when a part of them cannot be stored', async adapter => {
      const unstorable = (() => {}) as unknown as string
      const user = aUser()
      const account = anAccount(user.id)
      await expect(async () =>
        adapter.createUserWithAccount(user, { ...account, access_token: unstorable }),
      ).rejects.toThrow()
      expect(await adapter.getUserByEmail(user.email)).toBeNull()
      await expect(async () =>
        adapter.createUserWithAccount({ ...user, image: unstorable }, account),
      ).rejects.toThrow()
      expect(await adapter.getUserByAccount(account)).toBeNull()
      await adapter.createUserWithAccount(user, account)
    })

    it('are there once when 16 first sign-ins meet', async adapter => {
      for (let round = 0; round < 10; round++) {
        const users = Array.from({ length: 16 }, () => aUser())
        const key = { provider: 'github', providerAccountId: `person ${round}` }
        const { answers, failures } = await atOnce(16, i =>
          adapter.createUserWithAccount(users[i] ?? aUser(), anAccount('', key)),
        )
        expect([answers.length, failures.length]).toEqual([1, 15])
        expect(await adapter.getUserByAccount(key)).toEqual(answers[0])
        const found = await Promise.all(users.map(async ({ email }) => adapter.getUserByEmail(email)))
        expect(found.filter(user => user !== null)).toEqual(answers)
      }
    })

    it('do not get into the way of others who sign in at the same time', async adapter => {
      const users = Array.from({ length: 50 }, () => aUser())
      const { answers } = await atOnce(50, async i => {
        const user = users[i] ?? aUser()
        const account = anAccount(user.id)
        await adapter.createUserWithAccount(user, account)
        return adapter.getUserByAccount(account)
      })
      expect(answers).toMatchObject(users)
    })
  })
}

function has(adapter: CompleteAdapter): adapter is Required<CompleteAdapter> {
  return adapter.createUserWithAccount !== undefined
}
