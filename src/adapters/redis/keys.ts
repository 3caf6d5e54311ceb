import { AdapterError } from '../../errors.js'
import type { AccountKey } from '../../types/adapter.js'

/**
 * The names of the records. Sessions, tokens and counters each lie where their own name puts them in a cluster. What is
 * written together with a user has the prefix in braces and lies in one slot, for only there is one step possible.
 */
export class RedisKeys {
  constructor(readonly prefix: string) {
    if (/[{}]/.test(prefix)) throw new AdapterError('The prefix of RedisAdapter cannot contain braces.')
  }

  session = (token: string) => this.sessionByName(toSessionName(token))
  sessionByName = (name: string) => `${this.prefix}:session:${name}`
  userSessions = (userId: string) => `${this.prefix}:sessions-of:${escapeKey(userId)}`
  token = (identifier: string, token: string) => `${this.prefix}:token:${JSON.stringify([identifier, token])}`
  challenge = (identifier: string, token: string) =>
    `${this.prefix}:challenge:${JSON.stringify([identifier, token])}`
  attempts = (key: string) => `${this.prefix}:attempts:${escapeKey(key)}`

  user = (id: string) => `{${this.prefix}}:user:${escapeKey(id)}`
  email = (email: string) => `{${this.prefix}}:email:${escapeKey(email)}`
  account = (key: AccountKey) => this.accountByName(toAccountName(key))
  accountByName = (name: string) => `{${this.prefix}}:account:${name}`
  userAccounts = (userId: string) => `{${this.prefix}}:accounts-of:${escapeKey(userId)}`
  authenticator = (credentialID: string) => this.authenticatorByName(toAuthenticatorName(credentialID))
  authenticatorByName = (name: string) => `{${this.prefix}}:passkey:${name}`
  userAuthenticators = (userId: string) => `{${this.prefix}}:passkeys-of:${escapeKey(userId)}`
}

/** How an account is called in the list of its user. */
export function toAccountName({ provider, providerAccountId }: AccountKey): string {
  return JSON.stringify([provider, providerAccountId])
}

/** Half a surrogate pair has no UTF-8; written as JSON it stays what it is, and no two texts become one. */
const escapeKey = (text: string) => JSON.stringify(text).slice(1, -1)

/** How a passkey is called in the list of its user. */
export const toAuthenticatorName = escapeKey

/** How a session is called in the list of its user. */
export const toSessionName = escapeKey
