import type { Optional } from './common.js'

/** The attributes of a cookie, RFC 6265 section 4.1.2. */
export interface CookieAttributes {
  /** The domain whose hosts receive the cookie: a host without scheme, port and `*`. A leading dot has no effect. @default the host of the request */
  domain?: string | undefined
  /** When the cookie ends. The session cookie ends with its session. */
  expires?: Date | undefined
  /** Whether scripts cannot read the cookie. @default true */
  httpOnly?: boolean | undefined
  /** Seconds until the cookie ends. */
  maxAge?: number | undefined
  /** Whether each embedding site has its own cookie. @default false */
  partitioned?: boolean | undefined
  /** The path below which the browser sends the cookie. @default '/' */
  path?: string | undefined
  /** What Chromium deletes first. @default none */
  priority?: 'low' | 'medium' | 'high' | undefined
  /** Whether requests of other sites contain the cookie. @default 'lax' */
  sameSite?: boolean | 'lax' | 'strict' | 'none' | undefined
  /** Whether the cookie is sent over https only. @default true when the request's URL is https, or the name has the prefix `__Host-` or `__Secure-` */
  secure?: boolean | undefined
}

/** The name and attributes of a cookie. */
export interface CookieOption {
  /** The whole name, with its prefix. */
  name: string
  /** The attributes to change. */
  options: CookieAttributes
}

/**
 * All cookies. The name of an encrypted cookie is also the salt of its key, so a new name invalidates
 * existing cookies.
 */
export interface CookiesOptions {
  /** The session. Ends with it. @default 'authjs.session-token' */
  sessionToken: Optional<CookieOption>
  /** Where sign-in and sign-out end. Ends with the browser session. @default 'authjs.callback-url' */
  callbackUrl: Optional<CookieOption>
  /** The CSRF token. Ends with the browser session. With https the prefix is `__Host-`. @default 'authjs.csrf-token' */
  csrfToken: Optional<CookieOption>
  /** Read only, for sign-ins that Auth.js started. @default 'authjs.pkce.code_verifier' */
  pkceCodeVerifier: Optional<CookieOption>
  /** An OAuth sign-in that has started, for 900 seconds. Its name gets a suffix for each. @default 'authjs.state' */
  state: Optional<CookieOption>
  /** Read only, for sign-ins that Auth.js started. @default 'authjs.nonce' */
  nonce: Optional<CookieOption>
  /** A passkey ceremony that has started, for 900 seconds. Its name gets a suffix for each. @default 'authjs.challenge' */
  webauthnChallenge: Optional<CookieOption>
  /** The id of the last used provider, which the sign-in page lists first. Ends after a year. @default 'authjs.last-provider' */
  lastProvider: Optional<CookieOption>
  /**
   * The methods that the user of a database session passed, if there is no record store. Encrypted, and bound to the session token. Ends
   * after 30 days. @default 'authjs.session-evidence'
   */
  sessionEvidence: Optional<CookieOption>
  /**
   * Changes when server code changes the session, so that pages in the browser request it again. Scripts can read it. It has no personal
   * data, and the attributes of the session cookie. Ends after 300 seconds. @default 'authjs.session-marker'
   */
  sessionMarker: Optional<CookieOption>
  /** A sign-in that a policy interrupted, for 600 seconds. Its name gets a suffix for each. @default 'authjs.pending-sign-in' */
  pendingSignIn: Optional<CookieOption>
}

/** The key of a cookie in the configuration. */
export type CookieKey = keyof CookiesOptions

/** The cookies for the protocol of a request, with full names. `signOut` remembers a sign-out, and follows the session cookie. */
export type ResolvedCookies = Readonly<Record<CookieKey | 'signOut', CookieOption>>

/** A cookie to set in the response. */
export interface SetCookie {
  name: string
  value: string
  options: CookieAttributes
}
