/**
 * Responses to failed requests. Loaded at the first failure.
 *
 * @module
 */
import { toError } from '../base/to-error.js'
import { isFromTrustedOrigin } from '../checks/csrf.js'
import { parseIdentifierField, saveIdentifier } from '../checks/identifier-cookie.js'
import { findIdentifierField } from '../config/identifier-field.js'
import { AuthError } from '../errors.js'
import { isJsonRedirectRequested } from '../http/messages.js'
import type { Context } from '../types/context.js'
import type { ActionResult, IncomingRequest, RequestHead, ResponseData } from '../types/request.js'
import { createConfigErrorResult } from './config-error-result.js'
import { createBaseContext } from './create-context.js'
import { saveHintForPage } from './developer-hint.js'
import { createErrorResult, createUnparsedResult, isAlwaysRedirected } from './error-result.js'
import { addReferenceHeader, saveReferenceForPage } from './page-reference.js'
import { reportFailure } from './report-failure.js'
import type { RequestProgress } from './request-progress.js'
import { type ConfigState, isCookieConfigError } from './settings.js'

/** A request that failed, and how far it got. */
export interface FailureInput {
  readonly incoming: IncomingRequest
  readonly progress: RequestProgress
  readonly state: ConfigState
  /** What answers clients of NextAuth 4, if the configuration needs it. */
  readonly nextAuth4: typeof import('./next-auth-4.js') | null
  /** Whether the caller wants the result of the action, and can catch its error. */
  readonly isRaw: boolean
  /** Serializes the result. Bundlers would move the code for it if this module had it too. */
  respond(head: RequestHead, result: ActionResult, progress: RequestProgress): ResponseData
}

/**
 * Logs a failure and creates its response, which has its reference.
 *
 * @throws the failure itself, if the caller can catch it
 */
export async function createFailureResponse(error: unknown, input: FailureInput): Promise<ResponseData> {
  const { incoming, progress, state, nextAuth4, isRaw } = input
  await reportFailure(state, error, progress)
  const canCallerCatch = isRaw && !isJsonRedirectRequested(incoming)
  if (!isAlwaysRedirected(error) && progress.request && state.settings && canCallerCatch) throw error
  const result = await createFailureResult(error, input)
  const head = progress.request?.head ?? incoming
  const response = addReferenceHeader(input.respond(head, result, progress), head, progress.trail)
  return nextAuth4 ? nextAuth4.setNextAuth4Status(response, error, progress.ctx) : response
}

async function createFailureResult(
  error: unknown,
  { incoming, progress, state, nextAuth4 }: FailureInput,
): Promise<ActionResult> {
  const { request, trail } = progress
  if (!request) return await createUnparsedResult(error, incoming, { ...state, trail })
  const { settings, services, configError, logger, ...base } = state
  const errorContext = { request, trail, ...base }
  if (!settings) return await createConfigErrorResult(configError, errorContext, logger)
  if (isCookieConfigError(settings, error)) return await createConfigErrorResult(error, errorContext, logger)
  const shownError = nextAuth4 ? nextAuth4.toNextAuth4Error(error, progress.ctx) : error
  const result = await createErrorResult(shownError, errorContext)
  progress.ctx ??= createBaseContext(request, { settings, services })
  saveReferenceForPage(shownError, result, progress)
  await saveHintForPage(toError(shownError), result, progress)
  if (error instanceof AuthError && error.kind === 'signIn' && !isJsonRedirectRequested(incoming))
    await saveTypedIdentifier(progress.ctx)
  return result
}

/**
 * Keeps the email address or the user name that the visitor typed in a form that failed, so that the sign-in page shows it again. A failure is
 * logged: the field is empty then.
 */
async function saveTypedIdentifier(ctx: Context): Promise<void> {
  const { provider, request } = ctx
  const key = provider?.type === 'email' ? 'email' : findCredentialsKey(provider)
  const identifier = key === undefined ? null : parseIdentifierField(request.body[key])
  if (identifier === null || !isFromTrustedOrigin(ctx)) return
  try {
    await saveIdentifier(ctx, identifier)
  } catch (failure) {
    ctx.settings.logger.error(toError(failure))
  }
}

function findCredentialsKey(provider: Context['provider']): string | undefined {
  return provider?.type === 'credentials' ? findIdentifierField(provider.credentials)?.key : undefined
}
