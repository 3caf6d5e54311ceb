import { getHelpReference } from '../base/help-reference.js'
import { toError } from '../base/to-error.js'
import {
  AccessDenied,
  AccountNotLinked,
  AuthError,
  CredentialsSignin,
  EmailSignInError,
  ImpersonationActive,
  InvalidCheck,
  MissingCSRF,
  OAuthAccountNotLinked,
  OAuthCallbackError,
  PayloadTooLarge,
  StepUpFailed,
  TooManyRequests,
  UnknownAction,
  UserActionRequired,
  Verification,
  WebAuthnVerificationError,
} from '../errors.js'
import { ThrownMessage } from '../sign-in/thrown-message.js'
import type { Logger } from '../types/logger.js'
import type { AuthRequest } from '../types/request.js'

/** What visitors cause: a wrong password, a used link, a canceled sign-in. */
const visitorErrors = [
  AccessDenied,
  AccountNotLinked,
  CredentialsSignin,
  EmailSignInError,
  ImpersonationActive,
  InvalidCheck,
  MissingCSRF,
  OAuthAccountNotLinked,
  OAuthCallbackError,
  StepUpFailed,
  ThrownMessage,
  TooManyRequests,
  UnknownAction,
  UserActionRequired,
  Verification,
  WebAuthnVerificationError,
]

/** The errors of RFC 6749 section 4.1.2.1 that the developer or the provider causes, not the visitor. */
const setupErrorCodes: ReadonlySet<unknown> = new Set([
  'invalid_client',
  'invalid_request',
  'invalid_scope',
  'redirect_uri_mismatch',
  'server_error',
  'temporarily_unavailable',
  'unauthorized_client',
  'unsupported_response_type',
])

/**
 * Logs why a request failed: an error with its stack, or one line for what visitors cause.
 *
 * @param request null if the request could not be parsed
 */
export function logFailure(logger: Logger, failure: unknown, request: AuthRequest | null): void {
  const error = toError(failure)
  if (error instanceof AuthError && isCausedByVisitor(error, request))
    logVisitorFailure(logger, error, request)
  else logger.error(error)
}

function logVisitorFailure(logger: Logger, { type, message }: AuthError, request: AuthRequest | null): void {
  const provider = request?.providerId ?? undefined
  const location = provider === undefined ? '' : ` (provider "${provider}")`
  logger.info(`${type}${location}: ${message} ${getHelpReference(type)}`, {
    type,
    ...(provider !== undefined && { provider }),
    ...(request && { action: request.action }),
  })
}

/** Returns whether the visitor caused the failure. An error with a cause in the code of the app is a fault of the app. */
function isCausedByVisitor(error: AuthError, request: AuthRequest | null): boolean {
  if (error.cause?.err && request !== null) return false
  if (error instanceof PayloadTooLarge) return request === null
  if (setupErrorCodes.has(error.cause?.code)) return false
  return visitorErrors.some(type => error instanceof type)
}
