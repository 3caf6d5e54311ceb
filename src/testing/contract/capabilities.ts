import type { AdapterMethod } from '../../types/adapter.js'

/** What a store says of itself. Whatever is left out is promised in full, and checked. */
export interface AdapterCapabilities {
  /** What reports and test titles call it. @default 'the adapter' */
  name?: string | undefined
  /** How exact dates are kept. @default 'milliseconds' */
  dates?: 'milliseconds' | 'seconds' | undefined
  /** Whether a user keeps the `id` it is given, or gets one that the store chooses, say a number. @default 'kept' */
  ids?: 'kept' | 'chosen' | undefined
  /** Text columns that the store under test has for users, beside those of the specification. @default none */
  extraUserColumns?: readonly string[] | undefined
  /** Whether there may be users without an e-mail address. @default 'allowed' */
  usersWithoutEmail?: 'allowed' | 'refused' | undefined
  /** What goes with a user: everything of theirs, or nothing. @default 'everything' */
  cascade?: 'everything' | 'nothing' | undefined
  /** Whether an account, session or passkey of a user who does not exist is refused. @default 'refused' */
  orphans?: 'refused' | 'kept' | undefined
  /** Whether sessions and one-time tokens stay when they expire, until they are deleted, or go by themselves. @default 'kept' */
  expired?: 'kept' | 'dropped' | undefined
  /** Methods of the specification that are not there on purpose. @default none */
  unsupported?: readonly AdapterMethod[] | undefined
}

/** The limits that a store states, as sentences for a report. */
export function listLimits(capabilities: AdapterCapabilities): string[] {
  const limits = Object.values(describeLimits(capabilities)).filter(limit => limit !== null)
  const unsupported = (capabilities.unsupported ?? []).map(method => `There is no \`${method}\`.`)
  return [...limits, ...unsupported]
}

/** What each limit is called, or null where there is none. */
export function describeLimits({
  dates,
  ids,
  usersWithoutEmail,
  cascade,
  orphans,
  expired,
}: AdapterCapabilities) {
  return {
    dates: dates === 'seconds' ? 'Dates keep whole seconds.' : null,
    ids: ids === 'chosen' ? 'The store chooses the ids of users.' : null,
    usersWithoutEmail:
      usersWithoutEmail === 'refused' ? 'There are no users without an e-mail address.' : null,
    cascade: cascade === 'nothing' ? 'What belongs to a user stays when they are deleted.' : null,
    orphans: orphans === 'kept' ? 'What belongs to no user is kept.' : null,
    expired: expired === 'dropped' ? 'What expires goes by itself.' : null,
  } as const
}
