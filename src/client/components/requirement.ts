import type { AssuranceLevel } from '../../types/evidence.js'
import type { Session } from '../../types/session.js'

/** What a part of a page requires of the session. All that is set must be met. */
export interface ProtectRequirement<S = Session> {
  /** The level. Needs `acr` in the session of the browser. @default any level */
  readonly acr?: AssuranceLevel | undefined
  /** The maximum seconds since the user signed in or confirmed it. Needs `authTime` in the session of the browser. @default any time */
  readonly maxAge?: number | undefined
  /** Returns whether the session is sufficient. @default any session */
  readonly condition?: ((session: S) => boolean) | undefined
}

/** Returns whether a session meets a requirement. A member that the session lacks is an unknown level, and never a high one. */
export function isRequirementMet<S extends Session>(
  session: S,
  { acr, maxAge, condition }: ProtectRequirement<S>,
): boolean {
  const { acr: level, authTime = Number.NEGATIVE_INFINITY } = session
  const hasLevel = acr === undefined || level === 'aal2' || level === acr
  const isRecent = maxAge === undefined || Date.now() / 1000 - authTime <= maxAge
  return hasLevel && isRecent && (condition?.(session) ?? true)
}

/** Returns the milliseconds until a session is too old for `maxAge`. Null if it never is, or already. */
export function getRemainingMs(
  session: Session,
  { maxAge }: { readonly maxAge?: number | undefined },
): number | null {
  if (maxAge === undefined || session.authTime === undefined) return null
  const remaining = (session.authTime + maxAge) * 1000 - Date.now()
  return remaining >= 0 ? remaining + 1 : null
}
