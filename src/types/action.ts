/** The methods that actions know. HEAD answers like GET, without a body, and changes nothing. */
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
  | 'verify-request'
  | 'webauthn-options'
