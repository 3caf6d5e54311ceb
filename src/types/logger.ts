/** The codes that `logger.warn` receives. */
export type WarningCode =
  | 'debug-enabled'
  | 'csrf-disabled'
  | 'env-url-basepath-redundant'
  | 'env-url-basepath-mismatch'
  /** @deprecated Never logged: passkeys are not experimental. */
  | 'experimental-webauthn'
  | 'checks-disabled'
  | 'short-secret'
  | 'session-cookie-large'
  | 'redirect-proxy-open'
  | 'id-token-unsigned'
  | 'unverified-email'
  | 'sign-in-failed'

/**
 * The destination of log messages. Latchkey passes types and ids, never a token, code, secret, password or
 * email address. In all texts, control characters are escaped and the length is limited.
 */
export interface LoggerInstance {
  /** `message` is a sentence that names the option to set. Not in Auth.js. */
  warn(code: WarningCode, message?: string): void
  error(error: Error): void
  debug(message: string, metadata?: unknown): void
  /**
   * Receives one line for each failure that visitors cause, such as a wrong password. Not in Auth.js. A logger without it receives these
   * lines by `warn`, with the code `sign-in-failed`.
   */
  info?(message: string, metadata?: unknown): void
}

/** A logger with all methods. */
export type Logger = Required<LoggerInstance>
