import type { SetUp, Way } from './set-ups.js'
import type { Theft } from './stolen-things.js'
import { additions, changes } from './thief-actions.js'

/** The most that a stolen thing may give. */
export interface Limits {
  readonly reads: boolean
  readonly isRecent: boolean
  readonly isTwoFactors: boolean
  readonly adds: readonly string[]
  readonly changes: readonly string[]
  readonly endsOthers: boolean
}

const nothing: Limits = {
  reads: false,
  isRecent: false,
  isTwoFactors: false,
  adds: [],
  changes: [],
  endsOthers: false,
}

/** Returns what the owner can do in a session that just began with every method. */
function getAll({ hasApp }: SetUp): Limits {
  return {
    reads: true,
    isRecent: true,
    isTwoFactors: true,
    adds: Object.keys(additions),
    changes: hasApp ? Object.keys(changes) : [],
    endsOthers: true,
  }
}

/** Returns the most that a theft may give, by what the stolen thing is. No run of the model decides it. */
export function getLimits({ thing, setUp, way }: Theft): Limits {
  if (thing.startsWith('session cookie')) return getSessionLimits(setUp, way, !thing.includes('one minute'))
  if (thing === 'password' || thing === 'mailbox') return getFirstMethodLimits(setUp, thing)
  if (thing.includes('with its PIN')) return getAll(setUp)
  if (thing === 'secret of the tenant (jwt sessions)') return getAll(setUp)
  // The rows have the tokens of sessions.
  if (thing === 'all database rows, read only (database sessions)')
    return getSessionLimits(setUp, setUp.hasApp ? 'with both factors' : 'with the first method', false)
  return nothing
}

/** Returns whether all access of the thief ends with the sessions of the owner. With the secret, a thief makes a session that did not end. */
export function endsWithSessions({ thing }: Theft): boolean {
  return thing !== 'secret of the tenant (jwt sessions)'
}

/** A method that is stolen gives what a new session with it gives, if no second factor stops it. */
function getFirstMethodLimits(setUp: SetUp, thing: 'password' | 'mailbox'): Limits {
  if (setUp.hasApp) return nothing
  const first = thing === 'mailbox' ? 'email' : setUp.first
  return getSessionLimits({ ...setUp, first }, 'with the first method', false)
}

/** A copy of a session has its level, and its age. */
function getSessionLimits(setUp: SetUp, way: Way | undefined, isStale: boolean): Limits {
  // Email and a code are no two factors of NIST SP 800-63B.
  const isTwoFactors = way === 'with the passkey' || (way === 'with both factors' && setUp.first !== 'email')
  if (isStale) return { ...nothing, reads: true, isTwoFactors }
  const isRecent = setUp.first !== 'unknown'
  const recent: Limits = { ...nothing, reads: true, isRecent, isTwoFactors, endsOthers: isRecent }
  if (way === 'in a remembered browser') return recent
  // A user with a passkey needs it to add a factor.
  if (setUp.hasPasskey && way === 'with the first method') return { ...recent, adds: ['links an account'] }
  const { adds, changes: changed } = getAll(setUp)
  return { ...recent, adds, changes: changed }
}
