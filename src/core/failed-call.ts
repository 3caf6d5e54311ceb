/**
 * Results of failed calls from server code. Loaded at the first failure.
 *
 * @module
 */
import { toError } from '../base/to-error.js'
import type { AuthError } from '../errors.js'
import { encodeForHeader } from '../http/url.js'
import { listServerCallCookies } from '../sessions/session-marker.js'
import type { RedirectResult } from '../types/server.js'
import { createBaseContext } from './create-context.js'
import { saveHintForPage } from './developer-hint.js'
import { getErrorPageUrl, isAlwaysRedirected } from './error-result.js'
import { saveReferenceForPage } from './page-reference.js'
import type { HeadWithOrigin } from './public-origin.js'
import { reportFailure } from './report-failure.js'
import type { RequestProgress } from './request-progress.js'
import { buildAuthRequest } from './server-request.js'
import { type ConfigState, isCookieConfigError } from './settings.js'

/** A call that failed, and how far it got. */
interface FailedCall {
  /** @throws AuthError if no header names an origin */
  resolveHead(): HeadWithOrigin
  readonly progress: RequestProgress
  readonly state: ConfigState
}

/** Logs a failure. Its result has the error, its page if there is one, and the cookies that were set until then. */
export async function createFailedCallResult(
  cause: unknown,
  { resolveHead, progress, state }: FailedCall,
): Promise<RedirectResult> {
  const error = await reportFailure(state, cause, progress)
  if (!state.settings || isCookieConfigError(state.settings, cause))
    return { error, redirect: getConfigErrorPageUrl(error, resolveHead, state), cookies: [] }
  const redirect = await prepareErrorPageUrl(toError(cause), progress, state)
  return { error, redirect, cookies: progress.ctx ? listServerCallCookies(progress.ctx) : [] }
}

/** Returns the page of an invalid configuration; null if the origin is unknown, too. */
function getConfigErrorPageUrl(
  error: AuthError,
  resolveHead: FailedCall['resolveHead'],
  state: ConfigState,
): string | null {
  try {
    const request = buildAuthRequest(resolveHead(), state, {})
    return encodeForHeader(getErrorPageUrl(error, { ...state, request }))
  } catch (failure) {
    state.logger.error(toError(failure))
    return null
  }
}

/** Returns the page of a failure, and stores the hint for developers that it shows; null if the caller must handle the failure. */
async function prepareErrorPageUrl(
  error: Error,
  progress: RequestProgress,
  state: ConfigState,
): Promise<string | null> {
  const { request } = progress
  if (!request || !state.settings || !isAlwaysRedirected(error)) return null
  const redirect = encodeForHeader(getErrorPageUrl(error, { ...state, request }))
  progress.ctx ??= createBaseContext(request, state)
  saveReferenceForPage(error, { redirect }, progress)
  await saveHintForPage(error, { redirect }, progress)
  return redirect
}
