/** The supported HTTP methods. HEAD is handled like GET, without body and side effects. */
export type HttpMethod = 'GET' | 'POST' | 'HEAD'

/** The HTTP actions, each at `<basePath>/<action>`. */
export type AuthAction =
  | 'callback'
  | 'csrf'
  | 'error'
  | 'providers'
  | 'session'
  | 'signin'
  | 'signout'
  | 'step-up'
  | 'verify-request'
  | 'webauthn-options'
