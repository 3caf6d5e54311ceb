/**
 * The names of all options. The compiler compares each table with its type, so that none is missing or left over. Loaded outside
 * production only.
 *
 * @module
 */
import type { Callbacks } from '../types/callbacks.js'
import type {
  AuthConfig,
  LegacySessionsOptions,
  NextAuth4SessionOptions,
  PagesOptions,
  SessionOptions,
} from '../types/config.js'
import type { CookieAttributes, CookieOption, CookiesOptions } from '../types/cookies.js'
import type { EventCallbacks } from '../types/events.js'
import type { JWTOptions } from '../types/jwt.js'
import type { LoggerInstance } from '../types/logger.js'
import type { RevocationOptions } from '../types/revocation.js'
import type { Theme } from '../types/theme.js'
import type {
  AccountThrottlingLimit,
  EmailThrottlingLimits,
  ThrottlingLimit,
  ThrottlingOptions,
} from '../types/throttling.js'

/** Names of options, as the keys of an object. */
export type OptionNames = Readonly<Record<string, true>>

/** The names of the options of `Options`. Those of other libraries, which extend an interface, are not known. */
export type NamesOf<Options> = { readonly [Name in Extract<keyof Options, string>]: true }

/** The options of integrations, which are not in `AuthConfig`. */
const integrationOptions = { prefix: true } as const

/** The options of the configuration itself. */
export const configOptions: OptionNames = {
  providers: true,
  secret: true,
  encryptionKeys: true,
  tenant: true,
  session: true,
  legacySessions: true,
  userId: true,
  revocation: true,
  jwt: true,
  pages: true,
  callbacks: true,
  events: true,
  adapter: true,
  records: true,
  plugins: true,
  sendEmail: true,
  unverifiedEmail: true,
  throttling: true,
  debug: true,
  logger: true,
  theme: true,
  locales: true,
  translations: true,
  useSecureCookies: true,
  cookies: true,
  trustHost: true,
  trustedProxies: true,
  skipCSRFCheck: true,
  raw: true,
  redirectProxyUrl: true,
  redirectProxyOrigins: true,
  experimental: true,
  basePath: true,
  publicBasePath: true,
  trustedOrigins: true,
  waitUntil: true,
  ...integrationOptions,
} satisfies NamesOf<AuthConfig & typeof integrationOptions>

/** The callback that only Next has. */
const integrationCallbacks = { authorized: true } as const

const limitOptions: OptionNames = { limit: true, window: true } satisfies NamesOf<ThrottlingLimit>

/** The options that are objects with a fixed set of names, by path. */
export const sectionOptions: Readonly<Record<string, OptionNames>> = {
  session: {
    strategy: true,
    maxAge: true,
    updateAge: true,
    absoluteMaxAge: true,
    maxTokenLength: true,
    generateSessionToken: true,
  } satisfies NamesOf<SessionOptions>,
  legacySessions: { nextAuth4: true } satisfies NamesOf<LegacySessionsOptions>,
  'legacySessions.nextAuth4': { until: true, cookieName: true } satisfies NamesOf<NextAuth4SessionOptions>,
  revocation: { maxStale: true, maxAuthAge: true } satisfies NamesOf<RevocationOptions>,
  jwt: { secret: true, maxAge: true, encode: true, decode: true } satisfies NamesOf<JWTOptions>,
  pages: {
    signIn: true,
    signOut: true,
    error: true,
    verifyRequest: true,
    confirm: true,
    newUser: true,
    layout: true,
  } satisfies NamesOf<PagesOptions>,
  callbacks: {
    signIn: true,
    redirect: true,
    jwt: true,
    session: true,
    ...integrationCallbacks,
  } satisfies NamesOf<Callbacks & typeof integrationCallbacks>,
  events: {
    signIn: true,
    signInFailure: true,
    signOut: true,
    createUser: true,
    updateUser: true,
    linkAccount: true,
    pluginEvent: true,
    session: true,
  } satisfies NamesOf<EventCallbacks>,
  cookies: {
    sessionToken: true,
    callbackUrl: true,
    csrfToken: true,
    pkceCodeVerifier: true,
    state: true,
    nonce: true,
    webauthnChallenge: true,
    lastProvider: true,
    sessionEvidence: true,
    sessionMarker: true,
    pendingSignIn: true,
  } satisfies NamesOf<CookiesOptions>,
  throttling: {
    account: true,
    source: true,
    emails: true,
    identify: true,
  } satisfies NamesOf<ThrottlingOptions>,
  'throttling.account': {
    limit: true,
    window: true,
    delay: true,
    maxDelay: true,
  } satisfies NamesOf<AccountThrottlingLimit>,
  'throttling.source': limitOptions,
  'throttling.emails': { account: true, source: true } satisfies NamesOf<EmailThrottlingLimits>,
  'throttling.emails.account': limitOptions,
  'throttling.emails.source': limitOptions,
  theme: {
    name: true,
    colorScheme: true,
    logo: true,
    brandColor: true,
    buttonText: true,
  } satisfies NamesOf<Theme>,
}

/** A logger of another library has more methods. */
export const loggerOptions: OptionNames = {
  warn: true,
  error: true,
  debug: true,
  info: true,
} satisfies NamesOf<LoggerInstance>

/** The members of a cookie. */
export const cookieMembers: OptionNames = { name: true, options: true } satisfies NamesOf<CookieOption>

/** The attributes of a cookie, in its `options`. */
export const cookieAttributes: OptionNames = {
  domain: true,
  expires: true,
  httpOnly: true,
  maxAge: true,
  partitioned: true,
  path: true,
  priority: true,
  sameSite: true,
  secure: true,
} satisfies NamesOf<CookieAttributes>
