import { describe, expect } from 'vitest'
import { atOnce, checks } from './check.js'
import { anAccount, anAuthenticator, aSession, aUser, aUserWithoutEmail } from './records.js'
import type { CompleteAdapter, MakeSubject } from './subject.js'

export function userContract(make: MakeSubject): void {
  const it = checks(make)

  describe('users', () => {
    it('are found by id and by address as they were created', async adapter => {
      const user = aUser()
      const created = await adapter.createUser(user)
      expect(created).toMatchObject({ ...user, id: created.id })
      expect(await adapter.getUser(created.id)).toEqual(created)
      expect(await adapter.getUserByEmail(user.email)).toEqual(created)
    })

    it('that are unknown are null', async adapter => {
      await adapter.createUser(aUser())
      expect(await adapter.getUser('unknown')).toBeNull()
      expect(await adapter.getUserByEmail('unknown@example.com')).toBeNull()
      expect(await adapter.getUser('')).toBeNull()
    })

    it('get an id when they come without one', async adapter => {
      const { id: _, ...user } = aUser()
      const created = await adapter.createUser(user as ReturnType<typeof aUser>)
      expect(created.id).toMatch(/./)
      expect(await adapter.getUser(created.id)).toEqual(created)
    })

    it('may be unverified, nameless and faceless', async adapter => {
      const created = await adapter.createUser(aUser({ emailVerified: null, name: null, image: null }))
      expect(await adapter.getUser(created.id)).toMatchObject({
        emailVerified: null,
        name: null,
        image: null,
      })
    })

    it('have one owner per address', async adapter => {
      const first = await adapter.createUser(aUser({ email: 'ada@example.com' }))
      await expect(async () => adapter.createUser(aUser({ email: 'ada@example.com' }))).rejects.toThrow()
      expect(await adapter.getUserByEmail('ada@example.com')).toEqual(first)
    })

    it('cannot move to the address of another', async adapter => {
      const ada = await adapter.createUser(aUser())
      const bob = await adapter.createUser(aUser())
      await expect(async () => adapter.updateUser({ id: bob.id, email: ada.email })).rejects.toThrow()
      expect(await adapter.getUser(bob.id)).toEqual(bob)
      await adapter.updateUser({ id: ada.id, email: ada.email })
    })

    it('cannot take the id of another', async adapter => {
      const first = await adapter.createUser(aUser())
      const { answers } = await atOnce(1, () => adapter.createUser(aUser({ id: first.id })))
      for (const second of answers) expect(second.id).not.toBe(first.id)
      expect(await adapter.getUser(first.id)).toEqual(first)
    })

    it('without an address may be many, and no look-up finds them', async adapter => {
      for (const email of [undefined, null, '', undefined, null, ''] as const) {
        const created = await adapter.createUser(aUserWithoutEmail(email))
        const found = await adapter.getUser(created.id)
        expect(found?.email || null).toBeNull()
      }
      expect(await adapter.getUserByEmail('')).toBeNull()
    })

    it('change in the given fields alone', async adapter => {
      const user = await adapter.createUser(aUser({ emailVerified: null }))
      const emailVerified = new Date('2026-05-06T07:08:09.012Z')
      const changed = await adapter.updateUser({ id: user.id, emailVerified, name: undefined })
      expect(changed).toEqual({ ...user, emailVerified })
      expect(await adapter.updateUser({ id: user.id, name: 'Countess', image: null })).toEqual({
        ...changed,
        name: 'Countess',
        image: null,
      })
      expect(await adapter.updateUser({ id: user.id })).toEqual(await adapter.getUser(user.id))
    })

    it('that are unknown cannot be changed', async adapter => {
      await expect(async () => adapter.updateUser({ id: 'unknown', name: 'Nobody' })).rejects.toThrow()
      expect(await adapter.getUser('unknown')).toBeNull()
    })

    it('keep the columns that the app added', async adapter => {
      const created = await adapter.createUser(aUser({ role: 'admin', phone: '+44 1' }))
      const role = { role: 'admin', phone: '+44 1' }
      expect(created).toMatchObject(role)
      expect(await adapter.getUser(created.id)).toMatchObject(role)
      expect(await adapter.getUserByEmail(created.email)).toMatchObject(role)
      const session = aSession(created.id)
      await adapter.createSession(session)
      expect((await adapter.getSessionAndUser(session.sessionToken))?.user).toMatchObject(role)
      const changes = { id: created.id, phone: '+44 2' }
      expect(await adapter.updateUser(changes)).toMatchObject({ role: 'admin', phone: '+44 2' })
    })

    it('may carry fields that the store has no place for', async adapter => {
      const created = await adapter.createUser(
        aUser({ tags: ['a', { b: 1 }], active: true, seen: new Date() }),
      )
      expect(await adapter.getUser(created.id)).toMatchObject({ email: created.email })
    })

    it('take everything of theirs with them, and nothing of others', async adapter => {
      const [ada, bob] = [await member(adapter), await member(adapter)]
      await adapter.deleteUser(ada.user.id)
      expect(await left(adapter, ada)).toEqual([null, null, null, null, null, null])
      expect(await left(adapter, bob)).not.toContain(null)
    })

    it('can be deleted twice', async adapter => {
      const user = await adapter.createUser(aUser())
      await adapter.deleteUser(user.id)
      await adapter.deleteUser(user.id)
      await adapter.createUser(user)
    })

    it('are copies, on the way in and on the way out', async adapter => {
      const given = aUser({ emailVerified: new Date(1_000) })
      const created = await adapter.createUser(given)
      const kept = structuredClone(created)
      given.name = 'changed'
      created.name = 'changed'
      given.emailVerified?.setTime(0)
      created.emailVerified?.setTime(0)
      const found = await adapter.getUser(kept.id)
      expect(found).toEqual(kept)
      found?.emailVerified?.setTime(0)
      expect(await adapter.getUser(kept.id)).toEqual(kept)
    })

    it('outlive the process', async (adapter, { reopen }) => {
      if (!reopen) return
      const { user, account, session, passkey } = await member(adapter)
      const again = await reopen()
      expect(await again.getUser(user.id)).toEqual(user)
      expect(await again.getAccount(account.providerAccountId, account.provider)).toMatchObject(account)
      expect(await again.getSessionAndUser(session.sessionToken)).toEqual({ session, user })
      expect(await again.getAuthenticator(passkey.credentialID)).toMatchObject(passkey)
    })
  })
}

async function member(adapter: CompleteAdapter) {
  const user = await adapter.createUser(aUser())
  const account = anAccount(user.id)
  await adapter.linkAccount(account)
  const session = await adapter.createSession(aSession(user.id))
  const passkey = await adapter.createAuthenticator(anAuthenticator(user.id))
  return { user, account, session, passkey }
}

async function left(
  adapter: CompleteAdapter,
  { user, account, session, passkey }: Awaited<ReturnType<typeof member>>,
) {
  return [
    await adapter.getUser(user.id),
    await adapter.getUserByEmail(user.email),
    await adapter.getUserByAccount(account),
    await adapter.getAccount(account.providerAccountId, account.provider),
    await adapter.getSessionAndUser(session.sessionToken),
    await adapter.getAuthenticator(passkey.credentialID),
  ]
}
