import type { AdapterAccount, AdapterAuthenticator } from '../../types/adapter.js'
import { encodeEntity } from './hash-codec.js'
import { type RedisKeys, toAccountMember, toAuthenticatorMember } from './keys.js'

/** An account or passkey of a user, and its name in the index of the user. */
export interface UserEntity {
  readonly entityName: string
  readonly key: string
  readonly indexKey: string
  readonly name: string
  readonly fields: readonly string[]
}

export function toAccountEntity(keys: RedisKeys, account: AdapterAccount): UserEntity {
  return {
    entityName: 'account',
    key: keys.account(account),
    indexKey: keys.userAccounts(account.userId),
    name: toAccountMember(account),
    fields: encodeEntity(account),
  }
}

export function toAuthenticatorEntity(keys: RedisKeys, authenticator: AdapterAuthenticator): UserEntity {
  return {
    entityName: 'authenticator',
    key: keys.authenticator(authenticator.credentialID),
    indexKey: keys.userAuthenticators(authenticator.userId),
    name: toAuthenticatorMember(authenticator.credentialID),
    fields: encodeEntity(authenticator),
  }
}
