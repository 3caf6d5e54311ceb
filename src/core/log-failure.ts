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
import type { FailureTrail, Logger } from '../types/logger.js'
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

/** A request that failed. */
interface FailedRequest {
  /** Null if the request could not be parsed. */
  readonly request: AuthRequest | null
  /** Absent if no response names it. */
  readonly trail?: FailureTrail
}

/** Logs why a request failed: an error with its stack, or one line for what visitors cause. */
export function logFailure(logger: Logger, failure: unknown, failed: FailedRequest): void {
  const error = toError(failure)
  if (error instanceof AuthError && isCausedByVisitor(error, failed.request))
    logVisitorFailure(logger, error, failed)
  else logger.error(failed.trail ? copyError(error, failed.trail) : error)
}

/** Returns a copy of an error with what is known of its request, because one error can be that of many requests. Loggers write the members that can be enumerated. */
export function copyError(error: Error, trail: Partial<FailureTrail>): Error {
  const copy = new Error(error.message)
  Reflect.setPrototypeOf(copy, Object.getPrototypeOf(error))
  const { stack: _, ...members } = Object.getOwnPropertyDescriptors(error)
  Object.defineProperties(copy, members)
  Object.defineProperty(copy, 'stack', { value: error.stack, writable: true, configurable: true })
  return Object.assign(copy, trail)
}

function logVisitorFailure(
  logger: Logger,
  { type, message }: AuthError,
  { request, trail }: FailedRequest,
): void {
  const provider = request?.providerId ?? undefined
  const location = provider === undefined ? '' : ` (provider "${provider}")`
  const metadata = {
    type,
    ...(provider !== undefined && { provider }),
    ...(request && { action: request.action }),
    ...trail,
  }
  logger.info(`${type}${location}: ${message} ${getHelpReference(type)}`, metadata)
}

/** Returns whether the visitor caused the failure. An error with a cause in the code of the app is a fault of the app. */
function isCausedByVisitor(error: AuthError, request: AuthRequest | null): boolean {
  if (error.cause?.err && request !== null) return false
  if (error instanceof PayloadTooLarge) return request === null
  if (setupErrorCodes.has(error.cause?.code)) return false
  return visitorErrors.some(type => error instanceof type)
}
