import type { Adapter } from './adapter.js'
import type { Callbacks } from './callbacks.js'
import type { Optional } from './common.js'
import type { CookiesOptions } from './cookies.js'
import type { EventCallbacks } from './events.js'
import type { JWTOptions } from './jwt.js'
import type { LoggerInstance } from './logger.js'
import type { Provider } from './provider.js'
import type { raw, skipCSRFCheck } from './symbols.js'
import type { Theme } from './theme.js'
import type { TranslationOverrides } from './translations.js'

/** Where a session lives: in an encrypted cookie, or in the store. */
export type SessionStrategyName = 'jwt' | 'database'

/** The life of a session. */
export interface SessionOptions {
  /** @default 'database' with an adapter, else 'jwt' */
  strategy?: SessionStrategyName | undefined
  /** Seconds until an unused session ends. @default 2592000 */
  maxAge?: number | undefined
  /** Seconds between two extensions; 0 extends at each use. Never more than half of `maxAge`. @default 86400 */
  updateAge?: number | undefined
  /**
   * Seconds after which a session ends however much it is used, counted from the sign-in. With the database strategy
   * the adapter must keep when a session started. @default none
   */
  absoluteMaxAge?: number | undefined
  /** Characters that a session token may have in its cookies; servers and browsers set limits. @default 15000 */
  maxCookieSize?: number | undefined
  /** Database strategy: the value in the cookie. @default 256 random bits, as hex */
  generateSessionToken?: (() => string) | undefined
}

/** Paths (or URLs) of pages of your own that replace the built-in ones. */
export interface PagesOptions {
  signIn?: string | undefined
  signOut?: string | undefined
  error?: string | undefined
  verifyRequest?: string | undefined
  /**
   * Opened in place of the page with one button, where a link by mail was followed in another browser. Gets `provider`,
   * `token`, `email` and `callbackUrl`; its form POSTs the last three and a `csrfToken` to `callback/<provider>`.
   */
  confirm?: string | undefined
  /** Where a new user lands after the first sign-in. */
  newUser?: string | undefined
}

/** The `error` values of the error page. */
export type ErrorPageParam = 'Configuration' | 'AccessDenied' | 'Verification'

/** The `error` values of the sign-in page. */
export type SignInPageErrorParam =
  | 'Signin'
  | 'OAuthSignin'
  | 'OAuthCallbackError'
  | 'OAuthCreateAccount'
  | 'EmailCreateAccount'
  | 'Callback'
  | 'OAuthAccountNotLinked'
  | 'EmailSignin'
  | 'CredentialsSignin'
  | 'SessionRequired'

/**
 * Everything Latchkey wants to know. Resolved once per object, at its first request, and only read: make a new object
 * to change something.
 *
 * @example
 * ```ts
 * import { Auth, type AuthConfig } from 'latchkey'
 *
 * const config: AuthConfig = {
 *   secret: process.env.AUTH_SECRET,
 *   trustHost: true,
 *   providers: [{ id: 'harbor', name: 'Harbor', type: 'oidc', issuer: 'https://harbor.example', clientId: 'app' }],
 * }
 *
 * export const answer = (request: Request) => Auth(request, config)
 * ```
 */
export interface AuthConfig {
  /** In the order in which the sign-in page shows them. */
  providers: Provider[]
  /** Protects everything; at least 32 random characters. With an array the newest first: each one still opens. */
  secret?: string | string[] | undefined
  session?: SessionOptions | undefined
  jwt?: Optional<JWTOptions> | undefined
  pages?: PagesOptions | undefined
  callbacks?: Optional<Callbacks> | undefined
  events?: Optional<EventCallbacks> | undefined
  adapter?: Adapter | undefined
  /** Log what happens, without secrets. @default false */
  debug?: boolean | undefined
  logger?: Optional<LoggerInstance> | undefined
  theme?: Theme | undefined
  /**
   * The languages of the built-in pages, as BCP 47 tags; the first is for visitors who ask for none of them. With one,
   * everybody gets it. @default English, German, French, Spanish, Portuguese, Japanese, Chinese, Arabic, and those of `texts`
   */
  locales?: string[] | undefined
  /** By language tag: texts of your own in place of built-in ones, or a language that is not built in. */
  translations?: Readonly<Record<string, TranslationOverrides>> | undefined
  /** @default true when the request's URL is https */
  useSecureCookies?: boolean | undefined
  cookies?: Optional<CookiesOptions> | undefined
  /** The host of the request may be believed. Required: say `true`, or set `AUTH_TRUST_HOST`. */
  trustHost?: boolean | undefined
  skipCSRFCheck?: typeof skipCSRFCheck | undefined
  raw?: typeof raw | undefined
  /**
   * The mount URL of one deployment, `https://auth.example/auth`, that providers send visitors back to in place of all
   * others, for providers that know one address only. All of them share the `secret`. A provider may have its own.
   */
  redirectProxyUrl?: string | undefined
  /**
   * On that deployment: the origins that it sends visitors on to; `https://*.example.com` stands for each direct
   * subdomain. @default every deployment that shares the secret
   */
  redirectProxyOrigins?: string[] | undefined
  experimental?: { enableWebAuthn?: boolean | undefined } | undefined
  /** Where the actions are mounted. @default '/auth' */
  basePath?: string | undefined
  /** Origins, beside our own, whose pages may POST to us; for WebViews and second domains. @default [] */
  trustedOrigins?: string[] | undefined
  /**
   * Takes work that nobody needs to wait for, and keeps the process awake until it is done: `ctx.waitUntil` of a worker,
   * `after` of Next; on a server that stays up, a function that does nothing. The promise never rejects. Sign-in mails are
   * then sent after the answer: it tells nothing of them, and no visitor reads that theirs could not be sent.
   *
   * @default none: the answer waits for the mail
   */
  waitUntil?: ((work: Promise<void>) => void) | undefined
}
