/** What `logger.warn` is given. */
export type WarningCode =
  | 'debug-enabled'
  | 'csrf-disabled'
  | 'env-url-basepath-redundant'
  | 'env-url-basepath-mismatch'
  | 'experimental-webauthn'
  | 'checks-disabled'
  | 'short-secret'
  | 'session-cookie-large'
  | 'redirect-proxy-open'
  | 'id-token-unsigned'

/** Where messages go. Latchkey hands over types and ids, never a token, code, secret, password or address. */
export interface LoggerInstance {
  warn(code: WarningCode): void
  error(error: Error): void
  debug(message: string, metadata?: unknown): void
}
