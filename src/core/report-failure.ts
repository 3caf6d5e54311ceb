import { toError } from '../base/to-error.js'
import { AuthError } from '../errors.js'
import type { Context, PreparedConfig } from '../types/context.js'
import type { AuthRequest, RequestAction } from '../types/request.js'
import { createBaseContext } from './create-context.js'
import { createFailureTrail } from './failure-trail.js'
import { logFailure } from './log-failure.js'
import type { RequestProgress } from './request-progress.js'
import type { ConfigState } from './settings.js'

/** The actions that start or complete a sign-in. */
const signInActions: ReadonlySet<RequestAction> = new Set(['signin', 'callback'])

/**
 * Logs why a request failed under a new reference, and raises `events.signInFailure` for a failed sign-in.
 *
 * @param progress without a request if it could not be parsed
 * @returns the failure as an `AuthError`
 */
export async function reportFailure(
  { logger, ...state }: ConfigState,
  failure: unknown,
  progress: RequestProgress,
): Promise<AuthError> {
  const { request, ctx } = progress
  const trail = createFailureTrail(toError(failure), state, progress)
  progress.trail = trail
  logFailure(logger, failure, { request, trail })
  const error = failure instanceof AuthError ? failure : new AuthError(toError(failure))
  if (state.settings && request && signInActions.has(request.action)) {
    const source = ctx ?? createContextIfPossible(state, request)
    await state.settings.emit('signInFailure', { error, provider: request.providerId }, source)
  }
  return error
}

/** A request can fail before it has a context. Plugins need one, and events of the app do not. */
function createContextIfPossible(
  prepared: PreparedConfig,
  request: AuthRequest,
): Context | Pick<Context, 'request'> {
  try {
    return prepared.services.notifyPlugins ? createBaseContext(request, prepared) : { request }
  } catch {
    // Cookies that browsers reject are the failure itself.
    return { request }
  }
}
