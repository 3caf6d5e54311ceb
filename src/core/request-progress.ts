import type { Context } from '../types/context.js'
import type { FailureTrail } from '../types/logger.js'
import type { ActionResult, AuthRequest } from '../types/request.js'

/** A function of server code that reads the session of a request. */
export type SessionFunction = 'getSession' | 'refreshSession' | 'update' | 'requireAuth'

/** How far a request got. The response to a failure depends on it. */
export interface RequestProgress {
  request: AuthRequest | null
  ctx: Context | null
  /** What failed. */
  error?: unknown
  /** What the log has of the failure. */
  trail?: FailureTrail
  /** The failure that an operation of a plugin returned. */
  failure?: ActionResult['failure']
  /** What server code called. Absent if a client sent the request to an action. */
  readonly serverFunction?: SessionFunction
}
