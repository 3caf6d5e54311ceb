import type { AdapterSession } from '../types/adapter.js'
import type { SessionReadOptions, Settings } from '../types/context.js'

/** How long the token of a session that continues under a new one can be read, in milliseconds. */
export const retirementMs = 30_000
/** Sessions of a shorter lifetime, in seconds, are extended until they end. */
const minRetirableMaxAge = 600

type SessionLifetime = Pick<AdapterSession, 'expires' | 'startedAt'>

/** Creates the lifetime of a session that starts now. */
export function createLifetime({ session: { maxAge, absoluteMaxAge } }: Settings): SessionLifetime {
  const expires = fromNow(Math.min(maxAge, absoluteMaxAge))
  return Number.isFinite(absoluteMaxAge) ? { expires, startedAt: new Date() } : { expires }
}

/**
 * Returns the extended lifetime, or null if no extension is due. A record from before
 * `session.absoluteMaxAge` was set starts at its first read.
 */
export function extendLifetimeIfDue(
  settings: Settings,
  session: AdapterSession,
  update: SessionReadOptions['update'],
): SessionLifetime | null {
  const { maxAge, updateAge, absoluteMaxAge } = settings.session
  const limit = getAbsoluteExpiry(settings, session)
  const extendedAt = session.expires.getTime() - maxAge * 1000
  const isDue = extendedAt + updateAge * 1000 <= Date.now() && session.expires.getTime() < limit
  const isMissingStart = Number.isFinite(limit) && !session.startedAt
  if ((!update && !isDue && !isMissingStart) || isPossiblyRetired(settings, session)) return null
  const expires = new Date(Math.min(Date.now() + maxAge * 1000, limit))
  return Number.isFinite(limit)
    ? { expires, startedAt: new Date(limit - absoluteMaxAge * 1000) }
    : { expires }
}

/** A session that ends within the next seconds may be retired, which the adapter does not store. It is not extended. */
function isPossiblyRetired({ session: { maxAge } }: Settings, { expires }: AdapterSession): boolean {
  return maxAge > minRetirableMaxAge && expires.getTime() - Date.now() <= retirementMs
}

/** Returns when an unused session ends, in milliseconds since the epoch. */
export function getExpiry(settings: Settings, session: AdapterSession): number {
  return Math.min(session.expires.getTime(), getAbsoluteExpiry(settings, session))
}

/** Returns the absolute limit of a session, in milliseconds since the epoch. */
function getAbsoluteExpiry({ session }: Settings, { startedAt }: AdapterSession): number {
  return (startedAt?.getTime() ?? Date.now()) + session.absoluteMaxAge * 1000
}

function fromNow(seconds: number): Date {
  return new Date(Date.now() + seconds * 1000)
}
