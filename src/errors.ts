/**
 * One class per failure. `type` is a literal, so it survives a minifier and can be switched on; `kind` names the
 * page that shows the failure to the visitor.
 *
 * @module
 */

/** Which built-in page shows a failure: the sign-in page or the error page. */
export type ErrorKind = 'signIn' | 'error'

/** What an {@link AuthError} keeps about its origin: the underlying error, and details that are safe to log. */
export interface AuthErrorCause extends Record<string, unknown> {
  err?: Error | undefined
}

/** What the second argument of {@link AuthError} accepts: native options, or details that go into `cause`. */
export interface AuthErrorOptions extends Record<string, unknown> {
  cause?: AuthErrorCause | Error | undefined
}

/**
 * The base of every error Latchkey throws or logs.
 *
 * Give it a message, or the error it wraps (which becomes `cause.err`), and optionally details for the log.
 *
 * @example
 * ```ts
 * import { AuthError } from 'latchkey/errors'
 *
 * throw new AuthError('The tenant is suspended; contact its owner.', { tenant: 'acme' })
 * ```
 */
export class AuthError extends Error {
  /** Names the failure in logs and, for {@link isClientError} types, in the `error` query parameter. */
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
    this.name = errorClass.name
    this.type = errorClass.type
    this.kind = errorClass.kind
    if (cause) this.cause = cause
    Error.captureStackTrace?.(this, errorClass)
  }
}

function readArguments(message?: string | Error | AuthErrorOptions, options: AuthErrorOptions = {}) {
  if (message instanceof Error) {
    const inner = isRecord(message.cause) ? message.cause : {}
    return { text: message.message, cause: { err: message, ...inner, ...toCause(options) } }
  }
  const causeOptions = typeof message === 'string' ? options : (message ?? options)
  const cause = toCause(causeOptions)
  return {
    text: typeof message === 'string' ? message : undefined,
    cause: isEmpty(cause) ? undefined : cause,
  }
}

/** `{ cause: { a }, b }` and `{ a, b }` say the same: what came with the error. */
function toCause({ cause, ...rest }: AuthErrorOptions): AuthErrorCause {
  return { ...(cause instanceof Error ? { err: cause } : cause), ...rest }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !(value instanceof Error)
}

function isEmpty(value: object): boolean {
  return Object.keys(value).length === 0
}

/** Base of the failures that the sign-in page shows; each of them has a `type` of its own. */
export class SignInError extends AuthError {
  static override kind: ErrorKind = 'signIn'
}

/** The `signIn` callback refused the visitor, or threw. Shown on the error page with status 403. */
export class AccessDenied extends AuthError {
  static override type = 'AccessDenied'
}

/** A passkey belongs to another user, or its address does. */
export class AccountNotLinked extends SignInError {
  static override type = 'AccountNotLinked'
}

/** An adapter method threw; `cause.err` is what it threw, `cause.method` names it. */
export class AdapterError extends AuthError {
  static override type = 'AdapterError'
}

/** Something other than an {@link AuthError} went wrong while a provider's answer was handled. */
export class CallbackRouteError extends AuthError {
  static override type = 'CallbackRouteError'
}

/**
 * Thrown by a credentials provider's `authorize` (or by Latchkey when it returns `null`): the details are wrong.
 * `code` is shown in the URL, so keep it generic.
 *
 * @example
 * ```ts
 * import { CredentialsSignin } from 'latchkey/errors'
 *
 * class TooManyTries extends CredentialsSignin {
 *   override code = 'try_later'
 * }
 * ```
 */
export class CredentialsSignin extends SignInError {
  static override type = 'CredentialsSignin'
  /** Goes into the URL as `code`. */
  code = 'credentials'
}

/** Two passkey providers both ask for conditional UI; the browser allows one. */
export class DuplicateConditionalUI extends AuthError {
  static override type = 'DuplicateConditionalUI'
}

/** The sign-in mail could not be sent. */
export class EmailSignInError extends SignInError {
  static override type = 'EmailSignInError'
}

/** Logged when the custom error page cannot show a configuration error without redirecting to itself. */
export class ErrorPageLoop extends AuthError {
  static override type = 'ErrorPageLoop'
}

/** Logged when an event callback threw; the request goes on. */
export class EventError extends AuthError {
  static override type = 'EventError'
}

/** A provider type needs a flag under `experimental`. */
export class ExperimentalFeatureNotEnabled extends AuthError {
  static override type = 'ExperimentalFeatureNotEnabled'
}

/** A `callbackUrl` is neither a path nor an http(s) URL. */
export class InvalidCallbackUrl extends AuthError {
  static override type = 'InvalidCallbackUrl'
}

/** `state`, the code verifier or `nonce` is missing, stale, foreign or used. */
export class InvalidCheck extends AuthError {
  static override type = 'InvalidCheck'
}

/** An option has a value that cannot be used; the message names the option and what it takes. */
export class InvalidConfig extends AuthError {
  static override type = 'InvalidConfig'
}

/** An OAuth provider has neither an issuer nor all the endpoints it needs. */
export class InvalidEndpoints extends AuthError {
  static override type = 'InvalidEndpoints'
}

/** The URL names a provider that is not configured, or one of the wrong type. */
export class InvalidProvider extends AuthError {
  static override type = 'InvalidProvider'
}

/** Why a token was refused; the codes are those users of `jose` know. */
export type InvalidTokenCode =
  | 'ERR_JWE_INVALID'
  | 'ERR_JWE_DECRYPTION_FAILED'
  | 'ERR_JWT_EXPIRED'
  | 'ERR_JWT_CLAIM_VALIDATION_FAILED'

/** `decode` refused a token: malformed, made with another secret or salt, or expired. */
export class InvalidToken extends AuthError {
  static override type = 'InvalidToken'
  readonly code: InvalidTokenCode

  constructor(code: InvalidTokenCode, message: string) {
    super(message)
    this.code = code
  }
}

/** Logged when a session token could not be read. */
export class JWTSessionError extends AuthError {
  static override type = 'JWTSessionError'
}

/** The configuration needs an adapter and has none. */
export class MissingAdapter extends AuthError {
  static override type = 'MissingAdapter'
}

/** The adapter lacks methods that the configuration needs; the message lists them. */
export class MissingAdapterMethods extends AuthError {
  static override type = 'MissingAdapterMethods'
}

/** A credentials provider has no `authorize`. */
export class MissingAuthorize extends AuthError {
  static override type = 'MissingAuthorize'
}

/** The `csrfToken` of a POST is missing or not the one in the cookie, or the POST came from another site. */
export class MissingCSRF extends SignInError {
  static override type = 'MissingCSRF'
}

/** No secret was configured. */
export class MissingSecret extends AuthError {
  static override type = 'MissingSecret'
}

export { MissingSecret as MissingSecretError }

/** Conditional UI needs a form field whose `autocomplete` contains `webauthn`. */
export class MissingWebAuthnAutocomplete extends AuthError {
  static override type = 'MissingWebAuthnAutocomplete'
}

/** The account belongs to another user, or its address does. */
export class OAuthAccountNotLinked extends SignInError {
  static override type = 'OAuthAccountNotLinked'
}

/** The provider sent the visitor back with an error, for example because consent was refused. */
export class OAuthCallbackError extends SignInError {
  static override type = 'OAuthCallbackError'
}

/** `profile()` threw, or gave no stable id. */
export class OAuthProfileParseError extends AuthError {
  static override type = 'OAuthProfileParseError'
}

/** The way to the provider could not be opened: it is down, slow, or its configuration is unreadable. */
export class OAuthSignInError extends SignInError {
  static override type = 'OAuthSignInError'
}

/** The request is larger than Latchkey reads; answered with status 413. */
export class PayloadTooLarge extends AuthError {
  static override type = 'PayloadTooLarge'
}

/** The session does not fit into cookies; the old one was kept. */
export class SessionTooLarge extends AuthError {
  static override type = 'SessionTooLarge'
}

/** Nobody can say right now whether there is a session: the store or a callback failed. Not a sign-out. */
export class SessionUnavailable extends AuthError {
  static override type = 'SessionUnavailable'
}

/** Logged when the record of a session that ended could not be removed. */
export class SessionTokenError extends AuthError {
  static override type = 'SessionTokenError'
}

/** The session record could not be ended, so the visitor was not told that it was. */
export class SignOutError extends AuthError {
  static override type = 'SignOutError'
}

/** The URL is no action of ours, or the action does not know the method. */
export class UnknownAction extends AuthError {
  static override type = 'UnknownAction'
}

/** The session strategy does not fit the rest of the configuration. */
export class UnsupportedStrategy extends AuthError {
  static override type = 'UnsupportedStrategy'
}

/** The host of the request is not trusted; set `trustHost` or `AUTH_TRUST_HOST`. */
export class UntrustedHost extends AuthError {
  static override type = 'UntrustedHost'
}

/** The e-mail link or code is used, expired or unknown. */
export class Verification extends AuthError {
  static override type = 'Verification'
}

/** The passkey answer could not be verified. */
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

/** True for the failures whose `type` may be shown to the visitor; all others read `Configuration` there. */
export function isClientError(error: unknown): error is AuthError {
  return error instanceof AuthError && clientErrorTypes.has(error.type)
}
