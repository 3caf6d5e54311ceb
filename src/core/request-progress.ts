import type { Context } from '../types/context.js'
import type { AuthRequest } from '../types/request.js'

/** How far a request got. The response to a failure depends on it. */
export interface RequestProgress {
  request: AuthRequest | null
  ctx: Context | null
}
