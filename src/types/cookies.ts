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

/** The name and attributes of a cookie. */
export interface CookieOption {
  name: string
  options: CookieAttributes
}

/**
 * All cookies. The name of an encrypted cookie is also the salt of its key, so a new name invalidates
 * existing cookies.
 */
export interface CookiesOptions {
  sessionToken: Optional<CookieOption>
  callbackUrl: Optional<CookieOption>
  csrfToken: Optional<CookieOption>
  pkceCodeVerifier: Optional<CookieOption>
  state: Optional<CookieOption>
  nonce: Optional<CookieOption>
  webauthnChallenge: Optional<CookieOption>
  /** The id of the last used provider, which the sign-in page lists first. */
  lastProvider: Optional<CookieOption>
}

/** The key of a cookie in the configuration. */
export type CookieKey = keyof CookiesOptions

/** The cookies for the protocol of a request, with full names. */
export type CookieOptions = Readonly<Record<CookieKey, CookieOption>>

/** A cookie to set in the response. */
export interface SetCookie {
  name: string
  value: string
  options: CookieAttributes
}
