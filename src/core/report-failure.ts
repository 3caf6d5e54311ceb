import { toError } from '../base/to-error.js'
import { AuthError } from '../errors.js'
import type { AuthRequest, RequestAction } from '../types/request.js'
import { logFailure } from './log-failure.js'
import type { ConfigState } from './settings.js'

/** The actions that start or complete a sign-in. */
const signInActions: ReadonlySet<RequestAction> = new Set(['signin', 'callback'])

/**
 * Logs why a request failed, and raises `events.signInFailure` for a failed sign-in.
 *
 * @param request null if the request could not be parsed
 * @returns the failure as an `AuthError`
 */
export async function reportFailure(
  { logger, settings }: Pick<ConfigState, 'logger' | 'settings'>,
  failure: unknown,
  request: AuthRequest | null,
): Promise<AuthError> {
  logFailure(logger, failure, request)
  const error = failure instanceof AuthError ? failure : new AuthError(toError(failure))
  if (settings && request && signInActions.has(request.action))
    await settings.emit('signInFailure', { error, provider: request.providerId }, request)
  return error
}
