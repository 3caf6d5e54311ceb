import type { Context } from '../types/context.js'
import type { FailureTrail } from '../types/logger.js'
import type { ActionResult, AuthRequest } from '../types/request.js'

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
}
