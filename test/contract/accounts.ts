import { describe, expect } from 'vitest'
import { atOnce, checks } from './check.js'
import { anAccount, aUser } from './records.js'
import type { MakeSubject } from './subject.js'

export function accountContract(make: MakeSubject): void {
  const it = checks(make)

  describe('accounts', () => {
    it('keep all that the provider gave', async adapter => {
      const user = await adapter.createUser(aUser())
      const account = anAccount(user.id)
      await adapter.linkAccount(account)
      expect(await adapter.getAccount(account.providerAccountId, account.provider)).toMatchObject(account)
    })

    it('keep nothing that the provider did not give', async adapter => {
      const user = await adapter.createUser(aUser())
      const { provider, providerAccountId, type, userId } = anAccount(user.id)
      await adapter.linkAccount({ provider, providerAccountId, type, userId })
      const account = await adapter.getAccount(providerAccountId, provider)
      expect(account?.access_token ?? null).toBeNull()
      expect(account?.expires_at ?? null).toBeNull()
    })

    it('lead to their user', async adapter => {
      const user = await adapter.createUser(aUser())
      const account = anAccount(user.id)
      await adapter.linkAccount(account)
      expect(await adapter.getUserByAccount(account)).toEqual(user)
    })

    it('are found only when provider and account id both match', async adapter => {
      const user = await adapter.createUser(aUser())
      const { provider, providerAccountId: id } = anAccount(user.id)
      await adapter.linkAccount(anAccount(user.id, { providerAccountId: id }))
      expect(await adapter.getAccount(id, 'gitlab')).toBeNull()
      expect(await adapter.getAccount('unknown', provider)).toBeNull()
      expect(await adapter.getUserByAccount({ provider: 'gitlab', providerAccountId: id })).toBeNull()
      expect(await adapter.getUserByAccount({ provider, providerAccountId: 'unknown' })).toBeNull()
    })

    it('may be several for one user, and have the same id at different providers', async adapter => {
      const user = await adapter.createUser(aUser())
      for (const provider of ['github', 'gitlab', 'google'])
        await adapter.linkAccount(anAccount(user.id, { provider, providerAccountId: '1' }))
      for (const provider of ['github', 'gitlab', 'google'])
        expect(await adapter.getUserByAccount({ provider, providerAccountId: '1' })).toEqual(user)
    })

    it('have one owner, whoever asks next', async adapter => {
      const [ada, bob] = [await adapter.createUser(aUser()), await adapter.createUser(aUser())]
      const account = anAccount(ada.id)
      await adapter.linkAccount(account)
      await expect(async () => adapter.linkAccount({ ...account, userId: bob.id })).rejects.toThrow()
      expect(await adapter.getUserByAccount(account)).toEqual(ada)
    })

    it('have one owner, also when 16 ask at once', async adapter => {
      const users = await Promise.all(Array.from({ length: 16 }, async () => adapter.createUser(aUser())))
      const key = { provider: 'github', providerAccountId: '42' }
      const { answers, failures } = await atOnce(16, i =>
        adapter.linkAccount(anAccount(users[i]?.id ?? '', key)),
      )
      expect([answers.length, failures.length]).toEqual([1, 15])
      expect(await adapter.getUserByAccount(key)).not.toBeNull()
    })

    it('cannot belong to nobody', async adapter => {
      const account = anAccount('unknown')
      await expect(async () => adapter.linkAccount(account)).rejects.toThrow()
      expect(await adapter.getAccount(account.providerAccountId, account.provider)).toBeNull()
    })

    it('take fresh tokens, and keep the fields that are not given', async adapter => {
      if (!adapter.updateAccount) return
      const user = await adapter.createUser(aUser())
      const account = anAccount(user.id, { refresh_token: 'given once' })
      const other = anAccount(user.id, { provider: 'gitlab', providerAccountId: account.providerAccountId })
      await adapter.linkAccount(account)
      await adapter.linkAccount(other)
      const { provider, providerAccountId } = account
      const fresh = { access_token: 'fresh', expires_at: 2_000_000_000, refresh_token: undefined }
      const updated = await adapter.updateAccount({ provider, providerAccountId, ...fresh })
      const expected = { ...account, access_token: 'fresh', expires_at: 2_000_000_000 }
      expect(updated).toMatchObject(expected)
      expect(await adapter.getAccount(providerAccountId, provider)).toMatchObject(expected)
      expect(await adapter.getAccount(providerAccountId, 'gitlab')).toMatchObject(other)
    })

    it('that nobody has are not made by an update', async adapter => {
      if (!adapter.updateAccount) return
      const key = { provider: 'github', providerAccountId: 'unknown' }
      expect((await adapter.updateAccount({ ...key, access_token: 'fresh' })) ?? null).toBeNull()
      expect(await adapter.getUserByAccount(key)).toBeNull()
    })

    it('can be unlinked, and linked again by another', async adapter => {
      const [ada, bob] = [await adapter.createUser(aUser()), await adapter.createUser(aUser())]
      const account = anAccount(ada.id)
      await adapter.linkAccount(account)
      await adapter.unlinkAccount(account)
      await adapter.unlinkAccount(account)
      expect(await adapter.getUserByAccount(account)).toBeNull()
      expect(await adapter.getUser(ada.id)).toEqual(ada)
      await adapter.linkAccount({ ...account, userId: bob.id })
      expect(await adapter.getUserByAccount(account)).toEqual(bob)
    })
  })

  describe('the session state of a provider', () => {
    for (const session_state of [
      '',
      'plain',
      '123',
      '"quoted"',
      '{"a":1}',
      'null',
      7,
      true,
      { a: [1, null] },
      ['x'],
    ])
      it(`survives as ${JSON.stringify(session_state)}`, async adapter => {
        const user = await adapter.createUser(aUser())
        const account = anAccount(user.id, { session_state })
        await adapter.linkAccount(account)
        const found = await adapter.getAccount(account.providerAccountId, account.provider)
        expect(found?.session_state).toEqual(session_state)
      })
  })
}
