/**
 * One class per failure. `type` is a string literal that survives minification. `kind` names the built-in
 * page that shows the failure.
 *
 * @module
 */

/** The built-in page that shows a failure: the sign-in page or the error page. */
export type ErrorKind = 'signIn' | 'error'

/** The cause of an {@link AuthError}: the underlying error, and details that are safe to log. */
export interface AuthErrorCause extends Record<string, unknown> {
  err?: Error | undefined
}

/** The second argument of {@link AuthError}: native error options, or details that are added to `cause`. */
export interface AuthErrorOptions extends Record<string, unknown> {
  cause?: AuthErrorCause | Error | undefined
}

/**
 * The base class of all errors that Latchkey throws or logs.
 *
 * Pass a message, or the error to wrap (which becomes `cause.err`). Optionally add details for the log.
 *
 * @example
 * ```ts
 * import { AuthError } from 'latchkey/errors'
 *
 * throw new AuthError('The tenant is suspended. Contact its owner.', { tenant: 'acme' })
 * ```
 */
export class AuthError extends Error {
  /** The name of the failure in logs and, for {@link isClientError} types, in the `error` query parameter. */
  static type = 'AuthError'
  /** The page that shows the failure. */
  static kind: ErrorKind = 'error'

  readonly type: string
  readonly kind: ErrorKind
  override cause?: AuthErrorCause

  constructor(message?: string | Error | AuthErrorOptions, options?: AuthErrorOptions) {
    const { text, cause } = readArguments(message, options)
    super(text)
    const errorClass = new.target
    // Minifiers rename classes, but not their `type`.
    this.name = Object.hasOwn(errorClass, 'type') ? errorClass.type : errorClass.name
    this.type = errorClass.type
    this.kind = errorClass.kind
    if (cause) this.cause = cause
    Error.captureStackTrace?.(this, errorClass)
  }
}

function readArguments(message?: string | Error | AuthErrorOptions, options: AuthErrorOptions = {}) {
  if (message instanceof Error) {
    const inner = isCauseDetails(message.cause) ? message.cause : {}
    return { text: message.message, cause: { err: message, ...inner, ...toCause(options) } }
  }
  const causeOptions = typeof message === 'string' ? options : (message ?? options)
  const cause = toCause(causeOptions)
  return {
    text: typeof message === 'string' ? message : undefined,
    cause: isEmpty(cause) ? undefined : cause,
  }
}

/** Merges `{ cause: { a }, b }` and `{ a, b }` to the same cause. */
function toCause({ cause, ...rest }: AuthErrorOptions): AuthErrorCause {
  return { ...(cause instanceof Error ? { err: cause } : cause), ...rest }
}

function isCauseDetails(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !(value instanceof Error)
}

function isEmpty(value: object): boolean {
  return Object.keys(value).length === 0
}

/** Base class of the failures that the sign-in page shows. Each subclass has its own `type`. */
export class SignInError extends AuthError {
  static override kind: ErrorKind = 'signIn'
}

/** The `signIn` callback rejected the user or threw. Shown on the error page with status 403. */
export class AccessDenied extends AuthError {
  static override type = 'AccessDenied'
}

/** The passkey or its email address belongs to another user. */
export class AccountNotLinked extends SignInError {
  static override type = 'AccountNotLinked'
}

/** An adapter method threw. `cause.err` is the original error and `cause.method` the method name. */
export class AdapterError extends AuthError {
  static override type = 'AdapterError'
}

/** A provider callback failed with an error that is not an {@link AuthError}. */
export class CallbackRouteError extends AuthError {
  static override type = 'CallbackRouteError'
}

/**
 * The credentials are wrong. Throw it in `authorize` of a credentials provider. Latchkey throws it if
 * `authorize` returns `null`. `code` is visible in the URL, so keep it generic.
 *
 * @example
 * ```ts
 * import { CredentialsSignin } from 'latchkey/errors'
 *
 * class TooManyAttempts extends CredentialsSignin {
 *   override code = 'try_later'
 * }
 * ```
 */
export class CredentialsSignin extends SignInError {
  static override type = 'CredentialsSignin'
  /** The `code` query parameter. */
  code = 'credentials'
}

/** Two passkey providers enable conditional UI. A browser allows only one. */
export class DuplicateConditionalUI extends AuthError {
  static override type = 'DuplicateConditionalUI'
}

/** The sign-in email could not be sent. */
export class EmailSignInError extends SignInError {
  static override type = 'EmailSignInError'
}

/** Logged if the custom error page cannot show a configuration error without redirecting to itself. */
export class ErrorPageLoop extends AuthError {
  static override type = 'ErrorPageLoop'
}

/** Logged if an event callback threw. The request continues. */
export class EventError extends AuthError {
  static override type = 'EventError'
}

/** @deprecated Never thrown: no feature needs a flag under `experimental`. */
export class ExperimentalFeatureNotEnabled extends AuthError {
  static override type = 'ExperimentalFeatureNotEnabled'
}

/** A `callbackUrl` is neither a path nor an http(s) URL. */
export class InvalidCallbackUrl extends AuthError {
  static override type = 'InvalidCallbackUrl'
}

/** `state`, the code verifier or `nonce` is missing, expired, foreign or already used. The sign-in page shows it as `OAuthCallbackError`. */
export class InvalidCheck extends SignInError {
  static override type = 'InvalidCheck'
}

/** An option has an invalid value. The message names the option and its allowed values. */
export class InvalidConfig extends AuthError {
  static override type = 'InvalidConfig'
}

/** An OAuth provider has neither an issuer nor all required endpoints. */
export class InvalidEndpoints extends AuthError {
  static override type = 'InvalidEndpoints'
}

/** The URL names a provider that is not configured or has the wrong type. */
export class InvalidProvider extends AuthError {
  static override type = 'InvalidProvider'
}

/** The reason for a rejected token. The codes are those of `jose`. */
export type InvalidTokenCode =
  | 'ERR_JWE_INVALID'
  | 'ERR_JWE_DECRYPTION_FAILED'
  | 'ERR_JWT_EXPIRED'
  | 'ERR_JWT_CLAIM_VALIDATION_FAILED'

/** `decode` rejected a token: malformed, encrypted with another secret or salt, or expired. */
export class InvalidToken extends AuthError {
  static override type = 'InvalidToken'
  readonly code: InvalidTokenCode

  constructor(code: InvalidTokenCode, message: string) {
    super(message)
    this.code = code
  }
}

/** Logged if a session token could not be read. */
export class JWTSessionError extends AuthError {
  static override type = 'JWTSessionError'
}

/** The configuration requires an adapter and has none. */
export class MissingAdapter extends AuthError {
  static override type = 'MissingAdapter'
}

/** The adapter lacks methods that the configuration requires. The message lists them. */
export class MissingAdapterMethods extends AuthError {
  static override type = 'MissingAdapterMethods'
}

/** A credentials provider has no `authorize`. */
export class MissingAuthorize extends AuthError {
  static override type = 'MissingAuthorize'
}

/** The `csrfToken` of a POST is missing or differs from the cookie, or the POST came from another site. */
export class MissingCSRF extends SignInError {
  static override type = 'MissingCSRF'
}

/** No secret is configured. */
export class MissingSecret extends AuthError {
  static override type = 'MissingSecret'
}

export { MissingSecret as MissingSecretError }

/** Conditional UI needs a form field whose `autocomplete` contains `webauthn`. */
export class MissingWebAuthnAutocomplete extends AuthError {
  static override type = 'MissingWebAuthnAutocomplete'
}

/** The account or its email address belongs to another user. */
export class OAuthAccountNotLinked extends SignInError {
  static override type = 'OAuthAccountNotLinked'
}

/** The provider redirected back with an error, for example because the user denied consent. */
export class OAuthCallbackError extends SignInError {
  static override type = 'OAuthCallbackError'
}

/** `profile()` threw, returned no stable id, or an email address that is not valid. */
export class OAuthProfileParseError extends AuthError {
  static override type = 'OAuthProfileParseError'
}

/** The redirect to the provider failed: it is down, slow, or its configuration is unreadable. */
export class OAuthSignInError extends SignInError {
  static override type = 'OAuthSignInError'
}

/** The request body exceeds the size limit. The response has status 413. */
export class PayloadTooLarge extends AuthError {
  static override type = 'PayloadTooLarge'
}

/** The session does not fit into cookies. The previous session is kept. */
export class SessionTooLarge extends AuthError {
  static override type = 'SessionTooLarge'
}

/** The session could not be read because the store or a callback failed. Not a sign-out. */
export class SessionUnavailable extends AuthError {
  static override type = 'SessionUnavailable'
}

/** Logged if the record of an ended session could not be deleted. */
export class SessionTokenError extends AuthError {
  static override type = 'SessionTokenError'
}

/** The session record could not be deleted, so the user stays signed in. */
export class SignOutError extends AuthError {
  static override type = 'SignOutError'
}

/** The URL is not an action, or the action does not support the method. */
export class UnknownAction extends AuthError {
  static override type = 'UnknownAction'
}

/** The session strategy does not match the rest of the configuration. */
export class UnsupportedStrategy extends AuthError {
  static override type = 'UnsupportedStrategy'
}

/**
 * The host of the request is not trusted. Set `trustHost` or `AUTH_TRUST_HOST`. If the hosts of `X-Forwarded-Host`
 * differ, set `trustedProxies`.
 */
export class UntrustedHost extends AuthError {
  static override type = 'UntrustedHost'
}

/** The magic link or one-time code is used, expired or unknown. */
export class Verification extends AuthError {
  static override type = 'Verification'
}

/** The passkey response could not be verified. */
export class WebAuthnVerificationError extends AuthError {
  static override type = 'WebAuthnVerificationError'
}

const clientErrorTypes = new Set([
  'CredentialsSignin',
  'OAuthAccountNotLinked',
  'OAuthCallbackError',
  'AccessDenied',
  'Verification',
  'MissingCSRF',
  'AccountNotLinked',
  'WebAuthnVerificationError',
])

/** Checks for a failure whose `type` can be shown to the user. All others are shown as `Configuration`. */
export function isClientError(error: unknown): error is AuthError {
  return error instanceof AuthError && clientErrorTypes.has(error.type)
}
