import { isBrowser, saveReference } from '../checks/reference-cookie.js'
import { AuthError } from '../errors.js'
import type { FailureTrail } from '../types/logger.js'
import type { ActionResult, RequestHead, ResponseData } from '../types/request.js'
import { selfExplanatoryErrors } from './developer-hint.js'
import { toErrorParams } from './error-result.js'
import type { RequestProgress } from './request-progress.js'

/**
 * Adds a failure reference to the response for a browser, whose scripts and developer tools read it. Other clients get the headers of Auth.js, which are
 * the same for the same request. Some compare them.
 */
export function addReferenceHeader(
  response: ResponseData,
  { getHeader }: RequestHead,
  trail: FailureTrail | undefined,
): ResponseData {
  if (!trail || !isBrowser({ getHeader })) return response
  return { ...response, headers: { ...response.headers, 'x-auth-reference': trail.reference } }
}

/** Saves a failure reference for the page that the browser opens next. A wrong password needs none. */
export function saveReferenceForPage(
  error: unknown,
  { redirect }: ActionResult,
  { ctx, trail }: RequestProgress,
): void {
  if (redirect === undefined || !ctx || !trail || !isBrowser(ctx.request.head)) return
  const { error: code } = toErrorParams(error)
  const isFormError = error instanceof AuthError && error.kind === 'signIn'
  if (isFormError && selfExplanatoryErrors.has(code)) return
  saveReference(ctx, code, trail.reference)
}
