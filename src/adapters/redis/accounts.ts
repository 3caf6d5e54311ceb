import { AdapterError } from '../../errors.js'
import type { Adapter, AdapterAccount, AdapterAuthenticator } from '../../types/adapter.js'
import type { Redis } from './client.js'
import { copy, decode, encode } from './fields.js'
import { accountName, type Keys, passkeyName } from './keys.js'
import { type Owned, ownedAccount, ownedPasskey } from './owned.js'
import { unlessChanged } from './retry.js'
import { amend, insertOwned, removeOwned } from './scripts.js'
import { missing } from './users.js'

export function accountMethods(redis: Redis, keys: Keys) {
  const stored = (key: string) => redis.list('HGETALL', key)

  return {
    async linkAccount(account) {
      await insert(redis, keys.user(account.userId), ownedAccount(keys, account))
      return copy(account)
    },

    unlinkAccount: key =>
      unlessChanged(async () => {
        const account = decode<AdapterAccount>(await stored(keys.account(key)))
        if (!account) return null
        const gone = await removeOwned.list(redis, {
          keys: [keys.account(key), keys.accountsOf(account.userId)],
          args: [accountName(key), JSON.stringify(account.userId)],
        })
        return decode<AdapterAccount>(gone) ?? undefined
      }),

    getAccount: async (providerAccountId, provider) =>
      decode<AdapterAccount>(await stored(keys.account({ provider, providerAccountId }))),

    /** An account stays with its user, whose list names it. */
    async updateAccount({ userId: _, ...changes }) {
      const given = { keys: [keys.account(changes)], args: ['', ...encode(changes)] }
      return decode<AdapterAccount>(await amend.list(redis, given))
    },
  } satisfies Adapter
}

export function authenticatorMethods(redis: Redis, keys: Keys) {
  const named = async (name: string) =>
    decode<AdapterAuthenticator>(await redis.list('HGETALL', keys.passkeyNamed(name)))

  return {
    async createAuthenticator(passkey) {
      await insert(redis, keys.user(passkey.userId), ownedPasskey(keys, passkey))
      return copy(passkey)
    },

    getAuthenticator: credentialID => named(passkeyName(credentialID)),

    async listAuthenticatorsByUserId(userId) {
      const passkeys = await Promise.all((await redis.list('SMEMBERS', keys.passkeysOf(userId))).map(named))
      return passkeys.filter(passkey => passkey !== null)
    },

    async updateAuthenticatorCounter(credentialID, counter) {
      const given = { keys: [keys.passkey(credentialID)], args: ['', ...encode({ counter })] }
      return decode<AdapterAuthenticator>(await amend.list(redis, given)) ?? missing('authenticator')
    },
  } satisfies Adapter
}

async function insert(redis: Redis, owner: string, { noun, key, list, name, fields }: Owned): Promise<void> {
  const outcome = await insertOwned.run(redis, { keys: [owner, key, list], args: [name, ...fields] })
  if (outcome === 'missing') missing('user')
  if (outcome === 'taken') throw new AdapterError(`This ${noun} exists already.`)
}
