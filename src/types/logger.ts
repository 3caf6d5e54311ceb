/** The codes that `logger.warn` receives. */
export type WarningCode =
  | 'debug-enabled'
  | 'csrf-disabled'
  | 'unknown-option'
  | 'env-url-invalid'
  | 'env-value-wrapped'
  | 'env-boolean-invalid'
  | 'env-url-basepath-redundant'
  | 'age-too-long'
  | 'env-url-basepath-mismatch'
  /** @deprecated Never logged: passkeys are not experimental. */
  | 'experimental-webauthn'
  | 'checks-disabled'
  | 'short-secret'
  | 'tenants-share-secret'
  | 'legacy-sessions-ended'
  | 'untrusted-proxy'
  | 'forwarded-for-short'
  | 'base-path-removed'
  | 'cookie-domain-mismatch'
  | 'email-not-configured'
  | 'passkey-host'
  | 'passkey-origins'
  | 'plugin-config'
  | 'step-up-unreachable'
  | 'session-cookie-large'
  | 'callback-without-result'
  | 'public-response'
  | 'private-fields-serialized'
  | 'redirect-proxy-open'
  | 'id-token-unverified'
  | 'unverified-email'
  | 'throttling-in-memory'
  | 'throttling-without-source'
  | 'throttling-without-address'
  | 'sign-in-failed'
  | 'date-without-zone'

/** What the log has of a failed request, or of a session that server code cannot read, beside its error. Not in Auth.js. */
export interface FailureTrail {
  /** 10 random characters of Crockford base32. The page of the failure shows it. The response to a browser has it in the header `x-auth-reference`. */
  readonly reference: string
  /**
   * What the request was, the checks that it passed, and why it failed: types, ids of the configuration and known codes. It contains no text
   * that a visitor or a provider chose.
   */
  readonly trail: string
}

/**
 * The destination of log messages. Latchkey passes types and ids, never a token, code, secret, password or
 * email address. In all texts, control characters are escaped and the length is limited.
 */
export interface LoggerInstance {
  /** Receives the code of a warning, and a sentence that names the option to set. The sentence is not in Auth.js. */
  warn(code: WarningCode, message?: string): void
  /** Receives each failure, usually an `AuthError`. That of a request, or of a session that server code cannot read, is a copy with `reference` and `trail`. */
  error(error: Error & Partial<FailureTrail>): void
  /** Receives debug messages, also without `debug`. */
  debug(message: string, metadata?: unknown): void
  /**
   * Receives one line for each failure that visitors cause, such as a wrong password. Not in Auth.js. A logger without it receives these
   * lines by `warn`, with the code `sign-in-failed`. The metadata has `type`, `action` and `provider`, and the {@link FailureTrail} of the request.
   */
  info?(message: string, metadata?: unknown): void
}

/** A logger with all methods. */
export type Logger = Required<LoggerInstance>
