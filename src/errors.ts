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
 * @fix Read the message. Catch this class to handle all errors of Latchkey.
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
  /**
   * 10 characters under which the log has the failure. Errors of server functions that read a session have it, such as those of `getSession`
   * and `requireAuth`. Show it to the user, who can then report the failure. Not in Auth.js.
   */
  declare readonly reference?: string

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

/**
 * Base class of the failures that the sign-in page shows. Each subclass has its own `type`.
 *
 * @fix Never thrown itself.
 */
export class SignInError extends AuthError {
  static override kind: ErrorKind = 'signIn'
}

/**
 * The `signIn` callback rejected the user or threw. Shown on the error page with status 403.
 *
 * @fix Check what the `signIn` callback returned for this user. `cause.err` is the error that it threw.
 */
export class AccessDenied extends AuthError {
  static override type = 'AccessDenied'
}

/**
 * The passkey or its email address belongs to another user.
 *
 * @fix Sign in with the method of the first sign-in, then add the passkey while signed in.
 */
export class AccountNotLinked extends SignInError {
  static override type = 'AccountNotLinked'
}

/**
 * A method of the adapter or the record store threw, or returned an invalid value. `cause.err` is the original error and `cause.method`
 * the method name, if there are any.
 *
 * @fix Check the database and `cause.err`. `cause.method` names the method.
 */
export class AdapterError extends AuthError {
  static override type = 'AdapterError'
}

/**
 * A provider callback failed with an error that is not an {@link AuthError}.
 *
 * @fix Read the message and `cause.err`. `cause.provider` names the provider.
 */
export class CallbackRouteError extends AuthError {
  static override type = 'CallbackRouteError'
}

/**
 * The credentials are wrong. Throw it in `authorize` of a credentials provider. Latchkey throws it if
 * `authorize` returns `null`. `code` is visible in the URL, so keep it generic.
 *
 * @fix Expected for wrong input. To tell cases apart, throw a subclass with its own `code`.
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

/**
 * Two passkey providers enable conditional UI. A browser allows only one.
 *
 * @fix Set `enableConditionalUI: false` at one of the providers.
 */
export class DuplicateConditionalUI extends AuthError {
  static override type = 'DuplicateConditionalUI'
}

/**
 * The sign-in email could not be sent.
 *
 * @fix Check the address, and the email server in `cause.err`.
 */
export class EmailSignInError extends SignInError {
  static override type = 'EmailSignInError'
}

/**
 * Logged if the custom error page cannot show a configuration error without redirecting to itself.
 *
 * @fix Fix the configuration error that is logged before. The page at `pages.error` must not require a session.
 */
export class ErrorPageLoop extends AuthError {
  static override type = 'ErrorPageLoop'
}

/**
 * Logged if an event callback or an instrument of a plugin threw. The request continues.
 *
 * @fix Fix the event callback that `cause.event` names, or update the plugin that `cause.plugin` names.
 */
export class EventError extends AuthError {
  static override type = 'EventError'
}

/**
 * Never thrown: no feature needs a flag under `experimental`.
 *
 * @deprecated
 * @fix Remove code that catches it.
 */
export class ExperimentalFeatureNotEnabled extends AuthError {
  static override type = 'ExperimentalFeatureNotEnabled'
}

/**
 * An administrator acts as a user, and tried what only the user may do: to add a way to sign in or change one, to confirm who they are, to export
 * their data or to delete their account. Shown on the error page with status 403.
 *
 * @fix Expected. Stop the impersonation first. `session.act` says that an administrator acts as the user, so that a page can leave such links out.
 */
export class ImpersonationActive extends AuthError {
  static override type = 'ImpersonationActive'
}

/**
 * The `redirect` callback returned something other than a string. A `callbackUrl` of a request that is not valid is no error: it is ignored.
 *
 * @fix Return a path or an http(s) URL from the `redirect` callback, as a string.
 */
export class InvalidCallbackUrl extends AuthError {
  static override type = 'InvalidCallbackUrl'
}

/**
 * `state`, the code verifier or `nonce` is missing, expired, foreign or already used. The sign-in page shows it as `OAuthCallbackError`.
 *
 * @fix Start the sign-in again, in the same browser. If it fails for all users, check that the site has one public URL
 * (`AUTH_URL`) and that all servers share the `secret`.
 */
export class InvalidCheck extends SignInError {
  static override type = 'InvalidCheck'
}

/**
 * An option has an invalid value. The message names the option and its allowed values.
 *
 * @fix Set the option that the message names.
 */
export class InvalidConfig extends AuthError {
  static override type = 'InvalidConfig'
}

/**
 * An OAuth provider has neither an issuer nor all required endpoints.
 *
 * @fix Set `issuer`, or `authorization`, `token` and `userinfo`.
 */
export class InvalidEndpoints extends AuthError {
  static override type = 'InvalidEndpoints'
}

/**
 * The URL names a provider that is not configured or has the wrong type.
 *
 * @fix Use an id of `providers`. The message lists them.
 */
export class InvalidProvider extends AuthError {
  static override type = 'InvalidProvider'
}

/**
 * A stored secret cannot be unsealed: it was modified, or copied from another record or field. `cause` names the record.
 *
 * @fix Restore the record from a backup, or delete it and let the user set up the second factor again.
 */
export class InvalidSealedValue extends AuthError {
  static override type = 'InvalidSealedValue'
}

/** The reason for a rejected token. The codes are those of `jose`. */
export type InvalidTokenCode =
  | 'ERR_JWE_INVALID'
  | 'ERR_JWE_DECRYPTION_FAILED'
  | 'ERR_JWT_EXPIRED'
  | 'ERR_JWT_CLAIM_VALIDATION_FAILED'

/**
 * `decode` rejected a token: malformed, encrypted with another secret or salt, or expired.
 *
 * @fix Use the secret and the salt of `encode`. The salt of a session token is the name of its cookie.
 */
export class InvalidToken extends AuthError {
  static override type = 'InvalidToken'
  readonly code: InvalidTokenCode

  constructor(code: InvalidTokenCode, message: string) {
    super(message)
    this.code = code
  }
}

/**
 * Logged if a session token could not be read.
 *
 * @fix Expected after a change of `secret`, which signs users out. To keep them signed in, put the new secret before the old one.
 */
export class JWTSessionError extends AuthError {
  static override type = 'JWTSessionError'
}

/**
 * The configuration requires an adapter and has none.
 *
 * @fix Set `adapter`, or use JWT sessions without email providers and passkeys.
 */
export class MissingAdapter extends AuthError {
  static override type = 'MissingAdapter'
}

/**
 * The adapter lacks methods that the configuration requires. The message lists them.
 *
 * @fix Use an adapter with the methods that the message lists.
 */
export class MissingAdapterMethods extends AuthError {
  static override type = 'MissingAdapterMethods'
}

/**
 * A credentials provider has no `authorize`.
 *
 * @fix Set `authorize` at the provider.
 */
export class MissingAuthorize extends AuthError {
  static override type = 'MissingAuthorize'
}

/**
 * The `csrfToken` of a POST is missing or differs from the cookie, or the POST came from another site.
 *
 * @fix Submit the `csrfToken` of `GET csrf`, or use `signIn` and `signOut` of the client. Add other origins of your own to
 * `trustedOrigins`.
 */
export class MissingCSRF extends SignInError {
  static override type = 'MissingCSRF'
}

/**
 * No secret is configured.
 *
 * @fix Set `AUTH_SECRET`, for example to the output of `openssl rand -base64 33`.
 */
export class MissingSecret extends AuthError {
  static override type = 'MissingSecret'
}

export { MissingSecret as MissingSecretError }

/**
 * Conditional UI needs a form field whose `autocomplete` contains `webauthn`.
 *
 * @fix Set `autocomplete: 'username webauthn'` at one of the `formFields`.
 */
export class MissingWebAuthnAutocomplete extends AuthError {
  static override type = 'MissingWebAuthnAutocomplete'
}

/**
 * The account or its email address belongs to another user.
 *
 * @fix Sign in with the method of the first sign-in, then link this one while signed in. To link by email address, see
 * `allowDangerousEmailAccountLinking`.
 */
export class OAuthAccountNotLinked extends SignInError {
  static override type = 'OAuthAccountNotLinked'
}

/**
 * The provider redirected back with an error, for example because the user denied consent.
 *
 * @fix Expected if the user cancels. Otherwise check the scopes and the app at the provider. The message has the error of the provider.
 */
export class OAuthCallbackError extends SignInError {
  static override type = 'OAuthCallbackError'
}

/**
 * `profile()` threw, returned no stable id, or an email address that is not valid.
 *
 * @fix Fix `profile` of the provider. `cause.err` is the error that it threw.
 */
export class OAuthProfileParseError extends AuthError {
  static override type = 'OAuthProfileParseError'
}

/**
 * The redirect to the provider failed: it is down, slow, or its configuration is unreadable.
 *
 * @fix Check `issuer` and the endpoints, and that the server can reach them.
 */
export class OAuthSignInError extends SignInError {
  static override type = 'OAuthSignInError'
}

/**
 * The body of a request has more than 100,000 bytes, or a provider responded to a callback with more than one megabyte.
 *
 * @fix Submit smaller forms. For a provider, the message names the origin of the response: check `issuer` and the endpoints.
 */
export class PayloadTooLarge extends AuthError {
  static override type = 'PayloadTooLarge'
}

/**
 * The session does not fit into cookies. The previous session is kept.
 *
 * @fix Store less in the token of the `jwt` callback, or use database sessions.
 */
export class SessionTooLarge extends AuthError {
  static override type = 'SessionTooLarge'
}

/**
 * The session could not be read because the store or a callback failed. Not a sign-out.
 *
 * @fix Respond with 503 and try again later. `cause.err` is the failure.
 */
export class SessionUnavailable extends AuthError {
  static override type = 'SessionUnavailable'
}

/**
 * Logged if a session that a browser no longer uses could not be deleted: one that has expired, or another session of the browser, which
 * a sign-in ends. Also logged if the methods of a session could not be stored or read.
 *
 * @fix Check the database. A session that has not expired stays valid for whoever has its token, until you delete it. A session
 *   without methods counts as one whose methods are unknown.
 */
export class SessionTokenError extends AuthError {
  static override type = 'SessionTokenError'
}

/**
 * The session record could not be deleted, so the user stays signed in.
 *
 * @fix Check the database, then sign out again.
 */
export class SignOutError extends AuthError {
  static override type = 'SignOutError'
}

/**
 * A step-up failed: the user signed in with another account, or the provider did not prove a new sign-in. The session stays as it was.
 *
 * @fix Start the step-up again, as the user who is signed in. If it fails for all users of a provider, check that its ID tokens have
 *   `auth_time`, and the values of `trustedAssurance`.
 */
export class StepUpFailed extends AuthError {
  static override type = 'StepUpFailed'
}

/**
 * The user must confirm who they are before this step, because their last sign-in is older than it allows, or is unknown.
 *
 * @fix Ask the user to sign in again, then repeat the step. A credentials provider needs `amr`, so that its sign-ins are known.
 */
export class StepUpRequired extends AuthError {
  static override type = 'StepUpRequired'
}

/** Details of a {@link TooManyRequests}. */
export interface TooManyRequestsOptions extends AuthErrorOptions {
  /** Seconds until the next attempt is possible. @default 60 */
  retryAfter?: number | undefined
  /** The limit that was reached, for the headers `RateLimit-Policy` and `RateLimit`: its name, its attempts, and its window in seconds. */
  limit?: { readonly name: string; readonly quota: number; readonly window: number } | undefined
}

/**
 * There were too many attempts to sign in. The response has status 429 and the header `Retry-After`. See
 * [limit sign-in attempts](../guides/throttling.md).
 *
 * @fix Wait for `retryAfter` seconds. If it fails for many users, check `trustedProxies` and the limits of `throttling`.
 * @example
 * ```ts
 * import { TooManyRequests } from 'latchkey/errors'
 *
 * throw new TooManyRequests('This account is being checked.', { retryAfter: 60 })
 * ```
 */
export class TooManyRequests extends AuthError {
  static override type = 'TooManyRequests'
  /** The status of the response. */
  readonly status = 429
  /** Seconds until the next attempt is possible. */
  readonly retryAfter: number
  /** The limit that was reached. Absent if the app threw the error. */
  readonly limit: TooManyRequestsOptions['limit']

  constructor(message?: string | Error, { retryAfter = 60, limit, ...options }: TooManyRequestsOptions = {}) {
    super(message, options)
    this.retryAfter = retryAfter
    this.limit = limit
  }
}

/**
 * The URL is not an action, or the action does not support the method.
 *
 * @fix Use the paths and methods of [requests](contract.md#requests).
 */
export class UnknownAction extends AuthError {
  static override type = 'UnknownAction'
}

/**
 * A stored secret is sealed with a key that is not in `encryptionKeys`. `cause.keyId` is the id of the key.
 *
 * @fix Add the secret of that key back to `encryptionKeys` (AUTH_ENCRYPTION_KEY), and run `npx latchkey reseal` before you remove it.
 */
export class UnknownEncryptionKey extends AuthError {
  static override type = 'UnknownEncryptionKey'
}

/**
 * The session strategy does not match the rest of the configuration.
 *
 * @fix Return the `id` of a stored user from `authorize`, or use JWT sessions.
 */
export class UnsupportedStrategy extends AuthError {
  static override type = 'UnsupportedStrategy'
}

/**
 * The host of the request is not trusted.
 *
 * @fix Set `AUTH_URL` to the public URL, or `AUTH_TRUST_HOST=true` (`trustHost`) behind a proxy that sets the host. If the hosts of `X-Forwarded-Host`
 * differ, set `trustedProxies`.
 */
export class UntrustedHost extends AuthError {
  static override type = 'UntrustedHost'
}

/**
 * A server function that changes the session was called for a request that no user made: a prefetch, a preload, or a GET of a script.
 *
 * @fix Call the function in a form action or another POST handler, and use a form instead of a link.
 */
export class UserActionRequired extends AuthError {
  static override type = 'UserActionRequired'
}

/**
 * The magic link or one-time code is used, expired or unknown.
 *
 * @fix Request a new email. Links and codes can be used once.
 */
export class Verification extends AuthError {
  static override type = 'Verification'
}

/**
 * The passkey response could not be verified.
 *
 * @fix Try again. If it fails for all users, check `relayingParty`.
 */
export class WebAuthnVerificationError extends AuthError {
  static override type = 'WebAuthnVerificationError'
}

const clientErrorTypes = new Set([
  'CredentialsSignin',
  'OAuthAccountNotLinked',
  'OAuthCallbackError',
  'AccessDenied',
  'Verification',
  'StepUpFailed',
  'ImpersonationActive',
  'TooManyRequests',
  'MissingCSRF',
  'AccountNotLinked',
  'WebAuthnVerificationError',
])

/** Checks for a failure whose `type` can be shown to the user. All others are shown as `Configuration`. */
export function isClientError(error: unknown): error is AuthError {
  return error instanceof AuthError && clientErrorTypes.has(error.type)
}
