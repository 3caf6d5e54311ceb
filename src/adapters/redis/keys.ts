import { AdapterError } from '../../errors.js'
import type { AccountKey } from '../../types/adapter.js'

/**
 * The names of the records. Sessions, tokens and counters each lie where their own name puts them in a cluster. What is
 * written together with a user has the prefix in braces and lies in one slot, for only there is one step possible.
 */
export class Keys {
  constructor(readonly prefix: string) {
    if (/[{}]/.test(prefix)) throw new AdapterError('The prefix of RedisAdapter cannot contain braces.')
  }

  session = (token: string) => this.sessionNamed(sessionName(token))
  sessionNamed = (name: string) => `${this.prefix}:session:${name}`
  sessionsOf = (userId: string) => `${this.prefix}:sessions-of:${exact(userId)}`
  token = (identifier: string, token: string) => `${this.prefix}:token:${JSON.stringify([identifier, token])}`
  challenge = (identifier: string, token: string) =>
    `${this.prefix}:challenge:${JSON.stringify([identifier, token])}`
  attempts = (key: string) => `${this.prefix}:attempts:${exact(key)}`

  user = (id: string) => `{${this.prefix}}:user:${exact(id)}`
  email = (email: string) => `{${this.prefix}}:email:${exact(email)}`
  account = (key: AccountKey) => this.accountNamed(accountName(key))
  accountNamed = (name: string) => `{${this.prefix}}:account:${name}`
  accountsOf = (userId: string) => `{${this.prefix}}:accounts-of:${exact(userId)}`
  passkey = (credentialID: string) => this.passkeyNamed(passkeyName(credentialID))
  passkeyNamed = (name: string) => `{${this.prefix}}:passkey:${name}`
  passkeysOf = (userId: string) => `{${this.prefix}}:passkeys-of:${exact(userId)}`
}

/** How an account is called in the list of its user. */
export function accountName({ provider, providerAccountId }: AccountKey): string {
  return JSON.stringify([provider, providerAccountId])
}

/** Half a surrogate pair has no UTF-8; written as JSON it stays what it is, and no two texts become one. */
const exact = (text: string) => JSON.stringify(text).slice(1, -1)

/** How a passkey is called in the list of its user. */
export const passkeyName = exact

/** How a session is called in the list of its user. */
export const sessionName = exact
