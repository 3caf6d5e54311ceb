import * as oauth from 'oauth4webapi'
import { findCauseCode } from '../../base/error-code.js'
import { getStackFrames, redactText } from '../../config/logger.js'
import { AuthError, type CallbackRouteError, type OAuthSignInError } from '../../errors.js'
import type { ResolvedOAuthProvider } from '../../types/resolved-provider.js'
import { getFailedStep } from './provider-requests.js'

/** Creates the error of a failed step. Its message names the step, the reason and the fix. */
export async function createProviderFailure(
  ErrorClass: typeof OAuthSignInError | typeof CallbackRouteError,
  error: Error,
  provider: ResolvedOAuthProvider,
): Promise<AuthError> {
  if (error instanceof AuthError) return new ErrorClass(error, { provider: provider.id })
  const failedStep = getFailedStep(error)
  const { describeFailure } = await import('./describe-failure.js')
  const { message, code, origin } = describeFailure(error, provider, failedStep)
  return new ErrorClass(message, {
    cause: { err: sanitizeError(error) },
    provider: provider.id,
    ...(failedStep && { step: failedStep.step }),
    ...(origin !== undefined && { origin }),
    ...(code !== undefined && { code }),
  })
}

/** Keeps name, codes and message. The `cause` of oauth4webapi's errors contains tokens and claims. */
function sanitizeError(error: Error): Error {
  const message = redactText(error.message)
  const name = getErrorName(error)
  const stack = `${name}: ${message}\n${getStackFrames(error)}`
  const code = 'code' in error ? { code: error.code } : {}
  const causeCode = findCauseCode(error)
  const cause = causeCode === null ? {} : { cause: { code: causeCode } }
  return Object.assign(new Error(message), { name, stack }, code, cause)
}

/** The classes whose names a minifier changes. */
const protocolErrors = {
  ResponseBodyError: oauth.ResponseBodyError,
  WWWAuthenticateChallengeError: oauth.WWWAuthenticateChallengeError,
  UnsupportedOperationError: oauth.UnsupportedOperationError,
  OperationProcessingError: oauth.OperationProcessingError,
}

function getErrorName(error: Error): string {
  return Object.entries(protocolErrors).find(([, type]) => error instanceof type)?.[0] ?? error.name
}
