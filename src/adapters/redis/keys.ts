import { AdapterError } from '../../errors.js'
import type { AccountKey } from '../../types/adapter.js'

/**
 * The keys of the records. Sessions, tokens and counters are spread over the slots of a cluster. Records that are written
 * together with a user have the prefix in braces, which puts them in one slot: scripts are atomic only within a slot.
 */
export class RedisKeys {
  constructor(readonly prefix: string) {
    if (/[{}]/.test(prefix))
      throw new AdapterError(`\`prefix\` of RedisAdapter must not contain braces; it is "${prefix}".`)
  }

  session = (token: string) => this.sessionByMember(toSessionMember(token))
  sessionByMember = (name: string) => `${this.prefix}:session:${name}`
  userSessions = (userId: string) => `${this.prefix}:sessions-of:${escapeKey(userId)}`
  token = (identifier: string, token: string) => `${this.prefix}:token:${JSON.stringify([identifier, token])}`
  challenge = (identifier: string, token: string) =>
    `${this.prefix}:challenge:${JSON.stringify([identifier, token])}`
  attempts = (key: string) => `${this.prefix}:attempts:${escapeKey(key)}`

  user = (id: string) => `{${this.prefix}}:user:${escapeKey(id)}`
  email = (email: string) => `{${this.prefix}}:email:${escapeKey(email)}`
  account = (key: AccountKey) => this.accountByMember(toAccountMember(key))
  accountByMember = (name: string) => `{${this.prefix}}:account:${name}`
  userAccounts = (userId: string) => `{${this.prefix}}:accounts-of:${escapeKey(userId)}`
  authenticator = (credentialID: string) => this.authenticatorByMember(toAuthenticatorMember(credentialID))
  authenticatorByMember = (name: string) => `{${this.prefix}}:passkey:${name}`
  userAuthenticators = (userId: string) => `{${this.prefix}}:passkeys-of:${escapeKey(userId)}`
  record = (kind: string, id: string) => this.recordByMember(toRecordMember(kind, id))
  recordByMember = (name: string) => `{${this.prefix}}:record:${name}`
  recordsOfKind = (kind: string) => `{${this.prefix}}:records:${escapeKey(kind)}`
  recordKinds = () => `{${this.prefix}}:record-kinds`
  userRecords = (userId: string) => `{${this.prefix}}:records-of:${escapeKey(userId)}`
}

/** Returns the name of an account in the list of its user. */
export function toAccountMember({ provider, providerAccountId }: AccountKey): string {
  return JSON.stringify([provider, providerAccountId])
}

/** Escapes text as JSON. A lone surrogate has no UTF-8 encoding; escaped, different texts stay different keys. */
const escapeKey = (text: string) => JSON.stringify(text).slice(1, -1)

/** Returns the name of a record in the indexes of its kind and its user. */
export function toRecordMember(kind: string, id: string): string {
  return JSON.stringify([kind, id])
}

/** Returns the kind and the id of a name of {@link toRecordMember}. */
export function parseRecordMember(name: string): { readonly kind: string; readonly id: string } {
  const [kind = '', id = ''] = JSON.parse(name) as readonly string[]
  return { kind, id }
}

/** Returns the name of a kind in the list of kinds. */
export const toKindMember = (kind: string): string => JSON.stringify(kind)

/** Returns the kind of a name of {@link toKindMember}. */
export const parseKindMember = (name: string): string => String(JSON.parse(name))

/** Returns the name of a passkey in the list of its user. */
export const toAuthenticatorMember = escapeKey

/** Returns the name of a session in the list of its user. */
export const toSessionMember = escapeKey
