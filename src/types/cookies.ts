import type { Optional } from './common.js'

/** The attributes of a cookie, RFC 6265 section 4.1.2. */
export interface CookieAttributes {
  domain?: string | undefined
  expires?: Date | undefined
  httpOnly?: boolean | undefined
  /** Seconds. */
  maxAge?: number | undefined
  partitioned?: boolean | undefined
  path?: string | undefined
  priority?: 'low' | 'medium' | 'high' | undefined
  sameSite?: boolean | 'lax' | 'strict' | 'none' | undefined
  secure?: boolean | undefined
}

/** One cookie of the configuration: its name, and the attributes it is set with. */
export interface CookieOption {
  name: string
  options: CookieAttributes
}

/** All cookies. The name of an encrypting cookie is also the salt of its key: renaming it ends what it holds. */
export interface CookiesOptions {
  sessionToken: Optional<CookieOption>
  callbackUrl: Optional<CookieOption>
  csrfToken: Optional<CookieOption>
  pkceCodeVerifier: Optional<CookieOption>
  state: Optional<CookieOption>
  nonce: Optional<CookieOption>
  webauthnChallenge: Optional<CookieOption>
  /** The id of the provider last used, which the sign-in page shows first. */
  lastProvider: Optional<CookieOption>
}

/** The key of a cookie in the configuration. */
export type CookieKey = keyof CookiesOptions

/** The cookies of one request's protocol, fully named. */
export type CookieTable = Readonly<Record<CookieKey, CookieOption>>

/** A cookie on its way to the browser. */
export interface SetCookie {
  name: string
  value: string
  options: CookieAttributes
}
