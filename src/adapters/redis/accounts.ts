import { AdapterError } from '../../errors.js'
import type { Adapter, AdapterAccount, AdapterAuthenticator } from '../../types/adapter.js'
import type { TimeoutClient } from './client.js'
import { decodeEntity, encodeEntity, roundTripEntity } from './hash-codec.js'
import {
  deleteIndexedEntityScript,
  insertIndexedEntityScript,
  updateIfFieldEqualsScript,
} from './indexed-entity-scripts.js'
import { type RedisKeys, toAccountMember, toAuthenticatorMember } from './keys.js'
import { retryOnConflict } from './retry-on-conflict.js'
import { updateIfExistsScript } from './scripts.js'
import { toAccountEntity, toAuthenticatorEntity, type UserEntity } from './user-entities.js'
import { throwNotFound } from './users.js'

export function createAccountMethods(redis: TimeoutClient, keys: RedisKeys) {
  const readHash = (key: string) => redis.runForList('HGETALL', key)
  const readByMember = async (member: string) =>
    decodeEntity<AdapterAccount>(await readHash(keys.accountByMember(member)))

  return {
    async linkAccount(account) {
      await insertUserEntity(redis, { keys, userId: account.userId }, toAccountEntity(keys, account))
      return roundTripEntity(account)
    },

    unlinkAccount: key =>
      retryOnConflict(async () => {
        const account = decodeEntity<AdapterAccount>(await readHash(keys.account(key)))
        if (!account) return null
        const deleted = await deleteIndexedEntityScript.runForList(redis, {
          keys: [keys.account(key), keys.userAccounts(account.userId)],
          args: [toAccountMember(key), JSON.stringify(account.userId)],
        })
        return decodeEntity<AdapterAccount>(deleted) ?? undefined
      }),

    getAccount: async (providerAccountId, provider) =>
      decodeEntity<AdapterAccount>(await readHash(keys.account({ provider, providerAccountId }))),

    async listAccountsByUserId(userId) {
      const members = await redis.runForList('SMEMBERS', keys.userAccounts(userId))
      const accounts = await Promise.all(members.map(readByMember))
      return accounts.filter(account => account !== null)
    },

    /** Never changes `userId`, because the user's list of accounts contains the account. */
    async updateAccount({ userId: _, ...changes }) {
      const input = { keys: [keys.account(changes)], args: ['', ...encodeEntity(changes)] }
      return decodeEntity<AdapterAccount>(await updateIfExistsScript.runForList(redis, input))
    },
  } satisfies Adapter
}

export function createAuthenticatorMethods(redis: TimeoutClient, keys: RedisKeys) {
  const readByMember = async (member: string) =>
    decodeEntity<AdapterAuthenticator>(await redis.runForList('HGETALL', keys.authenticatorByMember(member)))

  return {
    async createAuthenticator(authenticator) {
      await insertUserEntity(
        redis,
        { keys, userId: authenticator.userId },
        toAuthenticatorEntity(keys, authenticator),
      )
      return roundTripEntity(authenticator)
    },

    getAuthenticator: credentialID => readByMember(toAuthenticatorMember(credentialID)),

    async listAuthenticatorsByUserId(userId) {
      const authenticators = await Promise.all(
        (await redis.runForList('SMEMBERS', keys.userAuthenticators(userId))).map(readByMember),
      )
      return authenticators.filter(authenticator => authenticator !== null)
    },

    async updateAuthenticatorCounter(credentialID, counter) {
      const input = { keys: [keys.authenticator(credentialID)], args: ['', ...encodeEntity({ counter })] }
      return (
        decodeEntity<AdapterAuthenticator>(await updateIfExistsScript.runForList(redis, input)) ??
        throwNotFound('authenticator')
      )
    },

    async updateAuthenticator({ credentialID, counter, credentialBackedUp }, { ifCounter }) {
      const updated = await updateIfFieldEqualsScript.runForList(redis, {
        keys: [keys.authenticator(credentialID)],
        args: [...encodeEntity({ counter: ifCounter }), ...encodeEntity({ counter, credentialBackedUp })],
      })
      return decodeEntity<AdapterAuthenticator>(updated)
    },

    deleteAuthenticator: credentialID =>
      retryOnConflict(async () => {
        const member = toAuthenticatorMember(credentialID)
        const authenticator = await readByMember(member)
        if (!authenticator) return null
        const deleted = await deleteIndexedEntityScript.runForList(redis, {
          keys: [keys.authenticator(credentialID), keys.userAuthenticators(authenticator.userId)],
          args: [member, JSON.stringify(authenticator.userId)],
        })
        return decodeEntity<AdapterAuthenticator>(deleted) ?? undefined
      }),
  } satisfies Adapter
}

async function insertUserEntity(
  redis: TimeoutClient,
  { keys, userId }: { readonly keys: RedisKeys; readonly userId: string },
  { entityName, key, indexKey, name, fields }: UserEntity,
): Promise<void> {
  const result = await insertIndexedEntityScript.run(redis, {
    keys: [keys.user(userId), key, indexKey],
    args: [name, ...fields],
  })
  if (result === 'missing') throwNotFound(`user "${userId}"`)
  if (result === 'taken') throw new AdapterError(`This ${entityName} already exists.`)
}
