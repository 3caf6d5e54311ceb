import type { AdapterMethod } from '../../types/adapter.js'

/** What a store cannot do or does in another way. What is left out is expected and checked. */
export interface AdapterCheckOptions {
  /** The name in reports and test titles. @default 'the adapter' */
  name?: string | undefined
  /** The precision of stored dates. @default 'milliseconds' */
  dates?: 'milliseconds' | 'seconds' | undefined
  /** Whether a user keeps the `id` it is created with, or the store generates one, such as a number. @default 'kept' */
  ids?: 'kept' | 'generated' | undefined
  /** Additional text columns that the store under test has for users. @default none */
  extraUserColumns?: readonly string[] | undefined
  /** Whether users without an email are allowed. @default 'allowed' */
  usersWithoutEmail?: 'allowed' | 'rejected' | undefined
  /** Whether deleting a user also deletes all of the user's records, or none. @default 'all' */
  cascade?: 'all' | 'none' | undefined
  /** Whether an account, session or passkey of a user that does not exist is rejected or accepted. @default 'rejected' */
  orphans?: 'rejected' | 'accepted' | undefined
  /** Whether expired sessions and one-time tokens stay until they are deleted, or the store removes them. @default 'kept' */
  expired?: 'kept' | 'deleted' | undefined
  /** Methods of the contract that the adapter intentionally does not implement. @default none */
  unsupported?: readonly AdapterMethod[] | undefined
}

/** Lists the stated limits of a store as sentences for a report. */
export function listLimits(options: AdapterCheckOptions): string[] {
  const sentences = Object.values(describeLimits(options)).filter(sentence => sentence !== null)
  const unsupported = (options.unsupported ?? []).map(method => `\`${method}\` is not implemented.`)
  return [...sentences, ...unsupported]
}

/** Describes each limit in a sentence, or null if there is no such limit. */
export function describeLimits({
  dates,
  ids,
  usersWithoutEmail,
  cascade,
  orphans,
  expired,
}: AdapterCheckOptions) {
  return {
    dates: dates === 'seconds' ? 'Dates are stored in whole seconds.' : null,
    ids: ids === 'generated' ? 'The store generates the ids of users.' : null,
    usersWithoutEmail: usersWithoutEmail === 'rejected' ? 'Users must have an email.' : null,
    cascade: cascade === 'none' ? 'Deleting a user does not delete its other records.' : null,
    orphans: orphans === 'accepted' ? 'Records of users that do not exist are accepted.' : null,
    expired: expired === 'deleted' ? 'The store deletes expired records by itself.' : null,
  } as const
}
