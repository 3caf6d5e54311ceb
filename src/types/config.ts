import type { Adapter } from './adapter.js'
import type { Callbacks } from './callbacks.js'
import type { Optional } from './common.js'
import type { CookiesOptions } from './cookies.js'
import type { EmailSender } from './email.js'
import type { EventCallbacks } from './events.js'
import type { JWTOptions } from './jwt.js'
import type { LoggerInstance } from './logger.js'
import type { Plugin } from './plugin.js'
import type { Provider } from './provider.js'
import type { RecordStore } from './record-store.js'
import type { RevocationOptions } from './revocation.js'
import type { raw, skipCSRFCheck, skipThrottling } from './symbols.js'
import type { Theme } from './theme.js'
import type { ThrottlingOptions } from './throttling.js'
import type { TranslationOverrides } from './translations.js'

/** Where a session is stored: in an encrypted cookie (`jwt`) or in the adapter (`database`). */
export type SessionStrategyName = 'jwt' | 'database'

/** Options of the session lifetime and storage. */
export interface SessionOptions {
  /**
   * Where sessions are stored: in an encrypted cookie (`jwt`), or in the adapter (`database`).
   *
   * @default 'database' with an adapter, else 'jwt'
   * @error InvalidConfig for any other value
   * @error MissingAdapter for `database` without an adapter
   */
  strategy?: SessionStrategyName | undefined
  /**
   * Seconds until an unused session ends. A lower value also ends JWT sessions that were issued before, but not database sessions.
   *
   * @default 2592000
   * @error InvalidConfig unless it is positive
   * @warning age-too-long if it is longer than 400 days
   */
  maxAge?: number | undefined
  /**
   * Seconds between two extensions. 0 extends at each use. Never more than half of `maxAge`.
   *
   * @default 86400
   * @error InvalidConfig if it is negative
   */
  updateAge?: number | undefined
  /**
   * Seconds after the sign-in until a session ends, no matter how often it is used. With the database
   * strategy the adapter must store when a session started.
   *
   * @default none
   * @error InvalidConfig unless it is positive, or with database sessions and an adapter without `storesSessionStart`
   */
  absoluteMaxAge?: number | undefined
  /**
   * Maximum length of a session token in its cookies, in characters. Servers and browsers set limits too.
   *
   * @default 15000
   * @error SessionTooLarge for a longer token
   * @warning session-cookie-large for a token of more than 7,000 characters
   */
  maxTokenLength?: number | undefined
  /** Creates the token in the cookie, with the database strategy. @default 256 random bits, as hex */
  generateSessionToken?: (() => string) | undefined
}

/** Sessions that NextAuth 4 issued. */
export interface NextAuth4SessionOptions {
  /**
   * The end of the migration: a date such as `2027-03-01` (UTC), `session.maxAge` after the last server of NextAuth 4 stopped. From then on,
   * the old cookies are ignored.
   *
   * @error InvalidConfig unless it is a date
   * @warning legacy-sessions-ended from that date on
   */
  until: string | Date
  /**
   * The name of the old session cookie, if it differs from `cookies.sessionToken.name`.
   *
   * @default `cookies.sessionToken.name`, or '__Secure-next-auth.session-token', on http 'next-auth.session-token'
   */
  cookieName?: string | undefined
}

/** Sessions of another library that stay valid during a migration. */
export interface LegacySessionsOptions {
  /** Accepts sessions of NextAuth 4, so that users stay signed in. */
  nextAuth4?: NextAuth4SessionOptions | undefined
}

/** Paths or URLs of custom pages that replace the built-in ones, and the layout of the built-in sign-in page. */
export interface PagesOptions {
  /**
   * The sign-in page. Receives `callbackUrl`, `error`, `login_hint` and `ui_locales`. If a provider returned an error, also its
   * code as `providerError`, and a code of Microsoft as `providerErrorCode`.
   *
   * @default the built-in page
   */
  signIn?: string | undefined
  /** The page that asks whether to sign out. @default the built-in page */
  signOut?: string | undefined
  /**
   * The page of failures that the sign-in page does not show. Receives `error`. After a step-up at a provider that returned an
   * error, also `providerError` and `providerErrorCode`.
   *
   * @default the built-in page
   */
  error?: string | undefined
  /** The page after a sign-in email was sent. Receives `provider` and `type`. @default the built-in page */
  verifyRequest?: string | undefined
  /**
   * Confirms a magic link that was opened in another browser. Receives `provider`, `token`, `email` and
   * `callbackUrl` as query parameters. Its form must POST the last three and a `csrfToken` to
   * `callback/<provider>`.
   *
   * @default the built-in page
   */
  confirm?: string | undefined
  /** The page for new users after their first sign-in. Receives `callbackUrl`. @default none: the callback URL */
  newUser?: string | undefined
  /**
   * The layout of the built-in sign-in page. `identifier-first` shows the buttons of providers and one field for the email address or the user
   * name. If several methods need it, the next page offers them, and is the same for every account. `stacked` shows the forms of all methods on one page.
   *
   * @default 'identifier-first'
   */
  layout?: 'identifier-first' | 'stacked' | undefined
}

/** The `error` values of the error page. */
export type ErrorPageParam = 'Configuration' | 'AccessDenied' | 'Verification' | 'TooManyRequests'

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
  /**
   * The providers in the order of the sign-in page.
   *
   * @error InvalidConfig unless it is an array of providers
   */
  providers: Provider[]
  /**
   * The secret that encrypts cookies and tokens, of at least 32 random characters. For rotation, set an array
   * with the newest first. All of them decrypt.
   *
   * @env AUTH_SECRET
   * @env AUTH_SECRET_1
   * @env AUTH_SECRET_2
   * @env AUTH_SECRET_3
   * @env NEXTAUTH_SECRET
   * @error MissingSecret if it is empty
   * @error InvalidConfig if the newest has fewer than 16 characters in production
   * @warning short-secret if the newest has fewer than 32 characters
   * @warning env-value-wrapped if a variable has white space or quotes around its value
   */
  secret?: string | string[] | undefined
  /**
   * The key ring that seals stored secrets, such as those of a second factor: one or more texts of at least 32 random characters, newest
   * first. The newest seals, and all of them unseal. With a ring of its own, stored secrets survive a change of `secret`
   * ([recipe](../recipes/rotate-the-secret.md#rotate-the-keys-of-stored-secrets)).
   *
   * @default `secret`
   * @env AUTH_ENCRYPTION_KEY
   * @env AUTH_ENCRYPTION_KEY_1
   * @env AUTH_ENCRYPTION_KEY_2
   * @env AUTH_ENCRYPTION_KEY_3
   */
  encryptionKeys?: string | string[] | undefined
  /**
   * A name that separates configurations with the same `secret`. What one tenant seals or hashes is not valid in another: session tokens,
   * magic links, pending sign-ins, and what plugins seal, such as second factors. Users without an adapter get other ids. Setting or
   * changing it signs all users out, and stored second factors can no longer be read. A redirect proxy needs the same `tenant`.
   *
   * @default none
   * @error InvalidConfig if it is empty or not a string
   * @warning tenants-share-secret if configurations without it share a secret and a provider id, and their issuers differ
   */
  tenant?: string | undefined
  /** The lifetime and storage of sessions. */
  session?: SessionOptions | undefined
  /**
   * Accepts sessions that another library issued. They are reissued in Latchkey's cookie at the first use, and the old cookie is cleared.
   * An old cookie next to a cookie of Latchkey is ignored. See [migrate from NextAuth 4](../guides/migrate-from-next-auth-4.md).
   *
   * @default none
   */
  legacySessions?: LegacySessionsOptions | undefined
  /**
   * The id of an OAuth user without an adapter: `derived` from the provider id and the account id, or the `account` id itself, as in NextAuth 4.
   * With `account`, users of two providers can have the same id: anyone who can choose an account id at one provider can become a user of
   * another.
   *
   * @default 'derived'
   * @error InvalidConfig for any other value
   */
  userId?: 'derived' | 'account' | undefined
  /**
   * Makes sessions end before they expire, in both strategies: list them, end one, end all of a user. Needs a record store. See
   * [list and end sessions](../guides/sessions.md).
   *
   * @default none: a JWT session lasts until it expires. `{ maxStale: 5 }` with a plugin that ends sessions, such as `passwords`
   * @error InvalidConfig without a record store
   */
  revocation?: RevocationOptions | undefined
  /** Options of session tokens. */
  jwt?: Optional<JWTOptions> | undefined
  /** Custom pages. @default the built-in pages */
  pages?: PagesOptions | undefined
  /** Functions that control sign-in, redirects, tokens and sessions. */
  callbacks?: Optional<Callbacks> | undefined
  /**
   * Functions that are called after something happened, for audit logs and welcome emails.
   *
   * @error EventError if one throws: logged only
   */
  events?: Optional<EventCallbacks> | undefined
  /**
   * The interface to a database. Email providers, passkeys and database sessions require one.
   *
   * @default none
   * @error MissingAdapter if a provider requires one
   * @error MissingAdapterMethods if it lacks methods that the configuration requires
   * @error AdapterError if a method throws
   * @warning private-fields-serialized if server code serializes columns of the user that browsers must not see
   */
  adapter?: Adapter | undefined
  /**
   * The record store, if the adapter has none: an adapter with `records`, such as `SqlAdapter(url)`, or a store of your own.
   *
   * @default `records` of the adapter
   */
  records?: RecordStore | { readonly records: RecordStore } | undefined
  /**
   * Plugins, such as `twoFactor()`. Their policies run in this order.
   *
   * @default []
   * @error InvalidConfig if an id is not valid or not unique, and for policies without a record store
   */
  plugins?: readonly Plugin[] | undefined
  /**
   * Sends the emails of plugins: a function, or a transport of `nodemailer` with a default `from`.
   *
   * @default plugins send none
   * @error InvalidConfig if it is neither a function nor an object with `sendMail`
   */
  sendEmail?: EmailSender | undefined
  /**
   * What to do with the email address of a new user if its provider says that it is unverified (`email_verified: false`), or if the
   * visitor typed it when registering a passkey: `keep` stores it, `omit` stores the user without it, `refuse` denies the sign-in.
   *
   * @default 'keep'
   * @error AccessDenied with `refuse`
   * @warning unverified-email with `keep` and no record store
   */
  unverifiedEmail?: 'keep' | 'omit' | 'refuse' | undefined
  /**
   * Whether to log debug messages, without secrets.
   *
   * @default false
   * @warning debug-enabled
   */
  debug?: boolean | undefined
  /** Methods that replace single levels of the log. @default the console */
  logger?: Optional<LoggerInstance> | undefined
  /** The appearance of the built-in pages. */
  theme?: Theme | undefined
  /**
   * The locales of the built-in pages, as BCP 47 tags. The first one is the fallback. With a single locale,
   * all visitors get it.
   *
   * @default English, German, French, Spanish, Portuguese, Japanese, Chinese, Arabic, and those of
   *   `translations`
   * @error InvalidConfig for an empty array, or a locale without texts
   */
  locales?: string[] | undefined
  /**
   * Texts by language tag that replace built-in ones or add a language.
   *
   * @error InvalidConfig if a key is not a language tag, or a value is not text
   */
  translations?: Readonly<Record<string, TranslationOverrides>> | undefined
  /** Whether cookies are `Secure` and have the prefix `__Secure-` or `__Host-`. @default true when the request's URL is https */
  useSecureCookies?: boolean | undefined
  /**
   * Names and attributes of single cookies.
   *
   * @error InvalidConfig for a name, `domain` or `path` that could inject another attribute, for a `domain` that is not one of your own, and
   *   for a name with the prefix `__Host-` or `__Secure-` whose attributes make browsers reject the cookie
   * @warning cookie-domain-mismatch if the host of a request is outside a `domain`
   */
  cookies?: Optional<CookiesOptions> | undefined
  /**
   * Whether to trust the host of the request. Required: set `true` or an environment variable. Set it if every request passes a proxy
   * that sets the `Host` header. Otherwise set `AUTH_URL`.
   *
   * @default from the environment: true with `AUTH_URL`, on Vercel and Cloudflare, and if `NODE_ENV` is `development` or `test`. Else each request decides: a browser on this machine, or a platform that names the host
   * @env AUTH_TRUST_HOST
   * @env AUTH_URL
   * @env NEXTAUTH_URL
   * @env VERCEL
   * @env CF_PAGES
   * @env NODE_ENV
   * @warning env-url-invalid if `AUTH_URL` is not an http(s) URL
   * @warning env-boolean-invalid if `AUTH_TRUST_HOST` is neither true nor false
   * @error UntrustedHost unless it is true
   * @warning untrusted-proxy if a proxy ends TLS and its headers are not trusted
   */
  trustHost?: boolean | undefined
  /**
   * How many proxies append to `X-Forwarded-Host` and `X-Forwarded-For`. The element that the outermost one appended is the host
   * or the address of the client. Clients can write those before it. 0 ignores `X-Forwarded-Host` and `X-Forwarded-Proto`. Needs `trustHost`.
   *
   * @default none: a request whose elements differ is rejected with 400
   * @error InvalidConfig unless it is a whole number, 0 or more
   * @error UntrustedHost if it is absent and the elements of `X-Forwarded-Host` differ
   * @warning untrusted-proxy if it is 0 and a proxy ends TLS
   * @warning forwarded-for-short if a request has fewer elements in `X-Forwarded-For`
   */
  trustedProxies?: number | undefined
  /**
   * The symbol `skipCSRFCheck` turns CSRF tokens off. Only for a framework that verifies the origin of each POST itself.
   *
   * @default none: CSRF tokens are required
   * @warning csrf-disabled at `GET csrf`
   */
  skipCSRFCheck?: typeof skipCSRFCheck | undefined
  /**
   * How many attempts to sign in are possible, by account and by client. See [limit sign-in attempts](../guides/throttling.md). The symbol
   * `skipThrottling` turns the limits off.
   *
   * @default the limits below in production, else none
   * @error InvalidConfig unless each limit is a positive number
   * @error TooManyRequests above a limit
   * @warning throttling-in-memory if there is no record store, and the app probably runs in several processes
   * @warning throttling-without-source if a proxy hides the address of the client
   * @warning throttling-without-address if the framework does not pass the address of the client
   */
  throttling?: ThrottlingOptions | typeof skipThrottling | undefined
  /**
   * The symbol `raw` makes `Auth` return data instead of a `Response`, and throw most of its errors. The others are still a `Response`, see the
   * [contract](contract.md#raw-mode).
   *
   * @default none: a `Response`
   */
  raw?: typeof raw | undefined
  /**
   * The base URL of one deployment, such as `https://auth.example/auth`, to which providers redirect instead
   * of all others. Use it for providers that accept a single callback URL. All deployments must share the
   * `secret`. A provider can override it.
   *
   * @default none
   * @env AUTH_REDIRECT_PROXY_URL
   * @error InvalidConfig unless it is an absolute http(s) URL
   */
  redirectProxyUrl?: string | undefined
  /**
   * The origins that a redirect proxy can forward to. `https://*.example.com` matches each direct subdomain.
   *
   * @default every deployment that shares the secret
   * @error InvalidConfig unless each entry is an origin
   * @warning redirect-proxy-open if it is absent and the proxy forwards a callback
   */
  redirectProxyOrigins?: string[] | undefined
  /** @deprecated Has no effect: passkeys need no flag. */
  experimental?: { enableWebAuthn?: boolean | undefined } | undefined
  /**
   * The path of the actions. Next and SolidStart use `/api/auth` by default, Express the mount path.
   *
   * @default '/auth'
   * @env AUTH_URL
   * @env NEXTAUTH_URL
   * @error InvalidConfig unless it is text
   * @warning env-url-basepath-redundant if `AUTH_URL` has another path
   * @warning env-url-basepath-mismatch if `AUTH_URL` has another path, from `createActionURL`
   */
  basePath?: string | undefined
  /**
   * The path of the actions that browsers see, behind a proxy that removes the front of the path. For example, `/shop/auth` if the proxy
   * passes `https://www.example/shop/*` on as `/*`. Guards put the removed part in front of the pages that they return to. Paths
   * that you write yourself, such as those of `pages` and `redirectTo`, are those that browsers see.
   *
   * @default `basePath`: no proxy changes the path
   * @error InvalidConfig unless it is a path that ends with `basePath`
   * @warning base-path-removed if it is absent and a request has a path without the front of `basePath`
   * @example `{ basePath: '/auth', publicBasePath: '/shop/auth' }`
   */
  publicBasePath?: string | undefined
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
