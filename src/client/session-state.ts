import type { SessionUnavailable } from '../errors.js'
import type { Session } from '../types/session.js'

/** State of the session on a page. */
export interface SessionState<S = Session> {
  /** Session; while requests fail, the last known one. */
  readonly data: S | null
  /** `loading` until the first session or `null` is received. */
  readonly status: 'authenticated' | 'loading' | 'unauthenticated'
  /** Error of the last session request; `null` if it succeeded. */
  readonly error: SessionUnavailable | null
}

export const loadingState: SessionState = { data: null, status: 'loading', error: null }

export function toSessionState(session: Session | null): SessionState {
  return { data: session, status: session ? 'authenticated' : 'unauthenticated', error: null }
}

export function isSameState(one: SessionState, other: SessionState): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}
