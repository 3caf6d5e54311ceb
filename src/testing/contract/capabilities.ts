import type { AdapterMethod } from '../../types/adapter.js'

/** The stated limits of a store. A capability that is left out is expected in full and checked. */
export interface AdapterCapabilities {
  /** The name in reports and test titles. @default 'the adapter' */
  name?: string | undefined
  /** The precision of stored dates. @default 'milliseconds' */
  dates?: 'milliseconds' | 'seconds' | undefined
  /** Whether a user keeps the `id` it is created with, or the store generates one, such as a number. @default 'kept' */
  ids?: 'kept' | 'chosen' | undefined
  /** Additional text columns that the store under test has for users. @default none */
  extraUserColumns?: readonly string[] | undefined
  /** Whether users without an email are allowed. @default 'allowed' */
  usersWithoutEmail?: 'allowed' | 'refused' | undefined
  /** Whether deleting a user also deletes all of the user's records, or none. @default 'everything' */
  cascade?: 'everything' | 'nothing' | undefined
  /** Whether an account, session or passkey of a user that does not exist is rejected. @default 'refused' */
  orphans?: 'refused' | 'kept' | undefined
  /** Whether expired sessions and one-time tokens stay until they are deleted, or the store removes them. @default 'kept' */
  expired?: 'kept' | 'dropped' | undefined
  /** Methods of the contract that the adapter intentionally does not implement. @default none */
  unsupported?: readonly AdapterMethod[] | undefined
}

/** Lists the stated limits of a store as sentences for a report. */
export function listLimits(capabilities: AdapterCapabilities): string[] {
  const limits = Object.values(describeLimits(capabilities)).filter(limit => limit !== null)
  const unsupported = (capabilities.unsupported ?? []).map(method => `\`${method}\` is not implemented.`)
  return [...limits, ...unsupported]
}

/** Describes each limit in a sentence, or null if there is no such limit. */
export function describeLimits({
  dates,
  ids,
  usersWithoutEmail,
  cascade,
  orphans,
  expired,
}: AdapterCapabilities) {
  return {
    dates: dates === 'seconds' ? 'Dates are stored in whole seconds.' : null,
    ids: ids === 'chosen' ? 'The store generates the ids of users.' : null,
    usersWithoutEmail: usersWithoutEmail === 'refused' ? 'Users must have an email.' : null,
    cascade: cascade === 'nothing' ? 'Deleting a user does not delete its other records.' : null,
    orphans: orphans === 'kept' ? 'Records of users that do not exist are accepted.' : null,
    expired: expired === 'dropped' ? 'The store deletes expired records by itself.' : null,
  } as const
}
