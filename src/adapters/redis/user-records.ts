import type { AdapterAccount, AdapterAuthenticator } from '../../types/adapter.js'
import { encodeRecord } from './hash-codec.js'
import { type RedisKeys, toAccountMember, toAuthenticatorMember } from './keys.js'

/** A record of a user, and its name in the user's list of such records. */
export interface UserRecord {
  readonly recordName: string
  readonly key: string
  readonly indexKey: string
  readonly name: string
  readonly fields: readonly string[]
}

export function toAccountRecord(keys: RedisKeys, account: AdapterAccount): UserRecord {
  return {
    recordName: 'account',
    key: keys.account(account),
    indexKey: keys.userAccounts(account.userId),
    name: toAccountMember(account),
    fields: encodeRecord(account),
  }
}

export function toAuthenticatorRecord(keys: RedisKeys, authenticator: AdapterAuthenticator): UserRecord {
  return {
    recordName: 'authenticator',
    key: keys.authenticator(authenticator.credentialID),
    indexKey: keys.userAuthenticators(authenticator.userId),
    name: toAuthenticatorMember(authenticator.credentialID),
    fields: encodeRecord(authenticator),
  }
}
