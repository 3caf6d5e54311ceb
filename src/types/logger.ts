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

/**
 * The destination of log messages. Latchkey passes types and ids, never a token, code, secret, password or
 * email address. In all texts, control characters are escaped and the length is limited.
 */
export interface LoggerInstance {
  warn(code: WarningCode): void
  error(error: Error): void
  debug(message: string, metadata?: unknown): void
}
