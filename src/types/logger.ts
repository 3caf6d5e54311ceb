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
  | 'sign-in-failed'
  | 'date-without-zone'

/**
 * The destination of log messages. Latchkey passes types and ids, never a token, code, secret, password or
 * email address. In all texts, control characters are escaped and the length is limited.
 */
export interface LoggerInstance {
  /** Receives the code of a warning, and a sentence that names the option to set. The sentence is not in Auth.js. */
  warn(code: WarningCode, message?: string): void
  /** Receives each failure, usually an `AuthError`. */
  error(error: Error): void
  /** Receives debug messages, also without `debug`. */
  debug(message: string, metadata?: unknown): void
  /**
   * Receives one line for each failure that visitors cause, such as a wrong password. Not in Auth.js. A logger without it receives these
   * lines by `warn`, with the code `sign-in-failed`.
   */
  info?(message: string, metadata?: unknown): void
}

/** A logger with all methods. */
export type Logger = Required<LoggerInstance>
