import type { AdapterAccount, AdapterAuthenticator } from '../../types/adapter.js'
import { encode } from './fields.js'
import { accountName, type Keys, passkeyName } from './keys.js'

/** A record of a user, and how it stands in the list of those. */
export interface Owned {
  readonly noun: string
  readonly key: string
  readonly list: string
  readonly name: string
  readonly fields: readonly string[]
}

export function ownedAccount(keys: Keys, account: AdapterAccount): Owned {
  return {
    noun: 'account',
    key: keys.account(account),
    list: keys.accountsOf(account.userId),
    name: accountName(account),
    fields: encode(account),
  }
}

export function ownedPasskey(keys: Keys, passkey: AdapterAuthenticator): Owned {
  return {
    noun: 'authenticator',
    key: keys.passkey(passkey.credentialID),
    list: keys.passkeysOf(passkey.userId),
    name: passkeyName(passkey.credentialID),
    fields: encode(passkey),
  }
}
