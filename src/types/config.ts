import type { Adapter } from './adapter.js'
import type { Callbacks } from './callbacks.js'
import type { Optional } from './common.js'
import type { CookiesOptions } from './cookies.js'
import type { EventCallbacks } from './events.js'
import type { JWTOptions } from './jwt.js'
import type { LoggerInstance } from './logger.js'
import type { Provider } from './provider.js'
import type { RecordStore } from './record-store.js'
import type { raw, skipCSRFCheck } from './symbols.js'
import type { Theme } from './theme.js'
import type { TranslationOverrides } from './translations.js'

/** Where a session is stored: in an encrypted cookie (`jwt`) or in the adapter (`database`). */
export type SessionStrategyName = 'jwt' | 'database'

/** Options of the session lifetime and storage. */
export interface SessionOptions {
  /** @default 'database' with an adapter, else 'jwt' */
  strategy?: SessionStrategyName | undefined
  /**
   * Seconds until an unused session ends. A lower value also ends JWT sessions that were issued before, but not database sessions.
   * @default 2592000
   */
  maxAge?: number | undefined
  /**
   * Seconds between two extensions. 0 extends at each use. Never more than half of `maxAge`.
   *
   * @default 86400
   */
  updateAge?: number | undefined
  /**
   * Seconds after the sign-in until a session ends, no matter how often it is used. With the database
   * strategy the adapter must store when a session started.
   *
   * @default none
   */
  absoluteMaxAge?: number | undefined
  /**
   * Maximum length of a session token in its cookies, in characters. Servers and browsers set limits too.
   *
   * @default 15000
   */
  maxTokenLength?: number | undefined
  /** Creates the token in the cookie, with the database strategy. @default 256 random bits, as hex */
  generateSessionToken?: (() => string) | undefined
}

/** Paths or URLs of custom pages that replace the built-in ones. */
export interface PagesOptions {
  signIn?: string | undefined
  signOut?: string | undefined
  error?: string | undefined
  verifyRequest?: string | undefined
  /**
   * Confirms a magic link that was opened in another browser. Receives `provider`, `token`, `email` and
   * `callbackUrl` as query parameters. Its form must POST the last three and a `csrfToken` to
   * `callback/<provider>`.
   */
  confirm?: string | undefined
  /** The page for new users after their first sign-in. */
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
 * The configuration of Latchkey. It is resolved once per object, at its first request, and never written to.
 * To change an option, create a new object.
 *
 * @example
 * ```ts
 * import { Auth, type AuthConfig } from 'latchkey'
 * import GitHub from 'latchkey/providers/github'
 *
 * const config: AuthConfig = {
 *   secret: process.env.AUTH_SECRET,
 *   trustHost: true,
 *   providers: [GitHub({ clientId: process.env.AUTH_GITHUB_ID, clientSecret: process.env.AUTH_GITHUB_SECRET })],
 * }
 *
 * export const handler = (request: Request) => Auth(request, config)
 * ```
 */
export interface AuthConfig {
  /** The providers in the order of the sign-in page. */
  providers: Provider[]
  /**
   * The secret that encrypts cookies and tokens, of at least 32 random characters. For rotation, set an array
   * with the newest first. All of them decrypt.
   */
  secret?: string | string[] | undefined
  session?: SessionOptions | undefined
  jwt?: Optional<JWTOptions> | undefined
  pages?: PagesOptions | undefined
  callbacks?: Optional<Callbacks> | undefined
  events?: Optional<EventCallbacks> | undefined
  adapter?: Adapter | undefined
  /**
   * The record store, if the adapter has none: an adapter with `records`, such as `SqlAdapter(url)`, or a store of your own.
   *
   * @default `records` of the adapter
   */
  records?: RecordStore | { readonly records: RecordStore } | undefined
  /**
   * What to do with the email address of a new user if its provider says that it is unverified (`email_verified: false`), or if the
   * visitor typed it when registering a passkey: `keep` stores it, `omit` stores the user without it, `refuse` denies the sign-in.
   *
   * @default 'keep'
   */
  unverifiedEmail?: 'keep' | 'omit' | 'refuse' | undefined
  /** Whether to log debug messages, without secrets. @default false */
  debug?: boolean | undefined
  logger?: Optional<LoggerInstance> | undefined
  theme?: Theme | undefined
  /**
   * The locales of the built-in pages, as BCP 47 tags. The first one is the fallback. With a single locale,
   * all visitors get it.
   *
   * @default English, German, French, Spanish, Portuguese, Japanese, Chinese, Arabic, and those of
   *   `translations`
   */
  locales?: string[] | undefined
  /** Texts by language tag that replace built-in ones or add a language. */
  translations?: Readonly<Record<string, TranslationOverrides>> | undefined
  /** @default true when the request's URL is https */
  useSecureCookies?: boolean | undefined
  cookies?: Optional<CookiesOptions> | undefined
  /** Whether to trust the host of the request. Required: set `true` or `AUTH_TRUST_HOST`. */
  trustHost?: boolean | undefined
  /**
   * How many proxies append to `X-Forwarded-Host`. The element that the outermost one appended is the host.
   * Clients can write those before it. 0 ignores `X-Forwarded-Host` and `X-Forwarded-Proto`. Needs `trustHost`.
   *
   * @default none: a request whose elements differ is rejected with 400
   */
  trustedProxies?: number | undefined
  skipCSRFCheck?: typeof skipCSRFCheck | undefined
  raw?: typeof raw | undefined
  /**
   * The base URL of one deployment, such as `https://auth.example/auth`, to which providers redirect instead
   * of all others. Use it for providers that accept a single callback URL. All deployments must share the
   * `secret`. A provider can override it.
   */
  redirectProxyUrl?: string | undefined
  /**
   * The origins that a redirect proxy can forward to. `https://*.example.com` matches each direct subdomain.
   *
   * @default every deployment that shares the secret
   */
  redirectProxyOrigins?: string[] | undefined
  /** @deprecated Has no effect: passkeys need no flag. */
  experimental?: { enableWebAuthn?: boolean | undefined } | undefined
  /** The path of the actions. @default '/auth' */
  basePath?: string | undefined
  /** Other origins whose pages can POST to the actions, such as WebViews and second domains. @default [] */
  trustedOrigins?: string[] | undefined
  /**
   * Receives work that the response does not wait for, and keeps the process alive until it is done. Use
   * `ctx.waitUntil` of a worker or `after` of Next. On a long-running server, use an empty function. The
   * promise never rejects. Sign-in emails are then sent after the response. The response does not depend on
   * them, and visitors do not see that an email could not be sent.
   *
   * @default none: the response waits for the email
   */
  waitUntil?: ((work: Promise<void>) => void) | undefined
}
