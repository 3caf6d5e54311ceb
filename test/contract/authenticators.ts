import { describe, expect } from 'vitest'
import { checks } from './check.js'
import { anAuthenticator, aUser } from './records.js'
import type { MakeSubject } from './subject.js'

export function authenticatorContract(make: MakeSubject): void {
  const it = checks(make)

  describe('passkeys', () => {
    it('are found as they were created', async adapter => {
      const user = await adapter.createUser(aUser())
      for (const given of [{}, { credentialBackedUp: false, counter: 4_294_967_295 }, { transports: null }]) {
        const passkey = anAuthenticator(user.id, given)
        expect(await adapter.createAuthenticator(passkey)).toMatchObject(passkey)
        expect(await adapter.getAuthenticator(passkey.credentialID)).toMatchObject(passkey)
      }
    })

    it('that are unknown are null', async adapter => {
      expect(await adapter.getAuthenticator('unknown')).toBeNull()
    })

    it('are listed by their owner', async adapter => {
      const [ada, bob] = [await adapter.createUser(aUser()), await adapter.createUser(aUser())]
      const passkeys = [anAuthenticator(ada.id), anAuthenticator(ada.id)]
      for (const passkey of [...passkeys, anAuthenticator(bob.id)]) await adapter.createAuthenticator(passkey)
      const ids = (await adapter.listAuthenticatorsByUserId(ada.id)).map(passkey => passkey.credentialID)
      expect(ids.sort()).toEqual(passkeys.map(passkey => passkey.credentialID).sort())
      expect(await adapter.listAuthenticatorsByUserId('unknown')).toEqual([])
    })

    it('count their uses', async adapter => {
      const user = await adapter.createUser(aUser())
      const [used, other] = [anAuthenticator(user.id), anAuthenticator(user.id)]
      await adapter.createAuthenticator(used)
      await adapter.createAuthenticator(other)
      expect(await adapter.updateAuthenticatorCounter(used.credentialID, 7)).toMatchObject({
        ...used,
        counter: 7,
      })
      expect(await adapter.getAuthenticator(used.credentialID)).toMatchObject({ ...used, counter: 7 })
      expect(await adapter.getAuthenticator(other.credentialID)).toMatchObject(other)
    })

    it('that are unknown count nothing', async adapter => {
      await expect(async () => adapter.updateAuthenticatorCounter('unknown', 1)).rejects.toThrow()
    })

    it('have one owner', async adapter => {
      const [ada, bob] = [await adapter.createUser(aUser()), await adapter.createUser(aUser())]
      const passkey = anAuthenticator(ada.id)
      await adapter.createAuthenticator(passkey)
      await expect(
        (async () => adapter.createAuthenticator({ ...passkey, userId: bob.id }))(),
      ).rejects.toThrow()
      expect((await adapter.getAuthenticator(passkey.credentialID))?.userId).toBe(ada.id)
    })
  })
}
