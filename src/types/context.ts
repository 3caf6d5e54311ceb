import type { AuthError } from '../errors.js'
import type { HttpMethod } from './action.js'
import type { AdapterMethod, AdapterSession, AdapterUser } from './adapter.js'
import type { Callbacks, JWTParams, SessionParams } from './callbacks.js'
import type { Awaitable } from './common.js'
import type { AuthConfig, PagesOptions, SessionStrategyName } from './config.js'
import type { ResolvedCookies } from './cookies.js'
import type { EmailMessage } from './email.js'
import type { EventMessages, RaisedEvent } from './events.js'
import type { AssuranceRequirement, CurrentSession, SignInEvidence } from './evidence.js'
import type { CurrentUser, Identity, ResolvedUser } from './identity.js'
import type { InstrumentedRequest, RequestOutcome } from './instrument.js'
import type { JWT, JWTOptions } from './jwt.js'
import type { LinkingRule } from './linking.js'
import type { Logger, WarningCode } from './logger.js'
import type { NewMethod, Plugin, PluginContext, PluginSession } from './plugin.js'
import type { ProviderSubmission } from './provider-type.js'
import type { RecordStore } from './record-store.js'
import type { ActionResult, AuthRequest, CookieJar } from './request.js'
import type { ProvidersByType, ResolvedProvider } from './resolved-provider.js'
import type { ListedSession, RevocationOptions } from './revocation.js'
import type { EndedSessions } from './server.js'
import type { Session } from './session.js'
import type { Theme } from './theme.js'
import type { ThrottlingOptions } from './throttling.js'
import type { Translations } from './translations.js'
import type { User } from './user.js'
import type { WrappedAdapter } from './wrapped-adapter.js'

/** The payload of each event. `session` has a token with the JWT strategy only. */
export type EventPayloads = Omit<EventMessages, 'session'> & {
  session: Pick<EventMessages['session'], 'session'> & Partial<EventMessages['session']>
}

/** The argument of the `jwt` callback: with the user at sign-in only. */
export type JWTCallbackInput = Omit<JWTParams, 'user'> & Partial<Pick<JWTParams, 'user'>>

/** The argument of the `session` callback: with the token (JWT strategy) or the stored session (database strategy). */
export type SessionCallbackInput =
  | (Pick<SessionParams, 'token' | 'newSession' | 'trigger'> & { session: Session })
  | (Omit<SessionParams, 'token' | 'session'> & { session: AdapterSession & { user: AdapterUser } })

/** Sessions of NextAuth 4. */
export interface NextAuth4Sessions {
  /** When they end, in milliseconds since the epoch. */
  readonly until: number
  readonly cookieNames: { readonly secure: string; readonly plain: string }
  /** The `jwt.decode` of the app, which may know its own tokens. Absent if the app does not set it. */
  readonly decode: JWTOptions['decode'] | undefined
}

/** The configuration, validated and with all defaults. Created once per configuration object and frozen. */
export interface Settings {
  /** The path without a trailing slash. Empty for the root. */
  readonly basePath: string
  /** The base path that browsers see. */
  readonly publicBasePath: string
  /** What a proxy removes from the front of the paths that browsers see. Mostly empty. */
  readonly pathPrefix: string
  readonly providers: ReadonlyMap<string, ResolvedProvider>
  /** The secrets, newest first, bound to the tenant. What is sealed or hashed with them is not valid in another tenant. */
  readonly secrets: readonly string[]
  /** The texts that may have been hashed as the secret, bound to the tenant. The first one makes new hashes. */
  readonly hashSecrets: readonly string[]
  /** The secrets of the redirect proxy, and of sign-ins that Auth.js started: those of session tokens first. Bound to the tenant. */
  readonly checkSecrets: readonly string[]
  /** The key ring of stored secrets, newest first. */
  readonly encryptionKeys: readonly string[]
  /** Separates configurations with the same secret. */
  readonly tenant: string | undefined
  readonly csrfEnabled: boolean
  readonly trustedOrigins: ReadonlySet<string>
  /** If `undefined`, the protocol of the request decides. */
  readonly useSecureCookies: boolean | undefined
  readonly cookieOptions: { readonly secure: ResolvedCookies; readonly plain: ResolvedCookies }
  /** Why browsers reject the cookies for one of the protocols. Null for each that is valid. */
  readonly cookieErrors: { readonly secure: AuthError | null; readonly plain: AuthError | null }
  /** The different domains of the cookies, without a leading dot. */
  readonly cookieDomains: readonly string[]
  readonly session: {
    readonly strategy: SessionStrategyName
    /** The lifetime of a session, in seconds. */
    readonly maxAge: number
    /** The minimum time between two extensions of a session, in seconds. */
    readonly updateAge: number
    /** The maximum time since the sign-in, in seconds. `Infinity` if there is no limit. */
    readonly absoluteMaxAge: number
    /** The maximum length of a session token in its cookies, in characters. */
    readonly maxTokenLength: number
    generateSessionToken(): string
  }
  readonly jwt: JWTOptions
  /** The sessions of another library that are accepted. Null if there are none. */
  readonly legacySessions: NextAuth4Sessions | null
  /** Whether an error that the app throws during a sign-in is shown with its message, as in NextAuth 4. */
  readonly showsThrownMessages: boolean
  /** How sessions can be ended before they expire. Null if they cannot. */
  readonly revocation: Required<RevocationOptions> | null
  readonly adapter: WrappedAdapter | null
  /** The record store of the configuration, or that of the adapter. */
  readonly records: RecordStore | null
  /** The id of an OAuth user without an adapter. */
  readonly userId: NonNullable<AuthConfig['userId']>
  /** The limits of attempts to sign in. Null if attempts are not limited. */
  readonly throttling: ThrottlingOptions | null
  /** How many proxies append to forwarded headers. Undefined if that is unknown. */
  readonly trustedProxies: number | undefined
  /** Whether `NODE_ENV` is `development` or `test`. */
  readonly isDevelopment: boolean
  /** What happens with an email address that its provider says is unverified. */
  readonly unverifiedEmail: NonNullable<AuthConfig['unverifiedEmail']>
  readonly callbacks: Pick<Callbacks, 'redirect'> &
    Partial<Pick<Callbacks, 'signIn'>> & {
      readonly jwt?: (params: JWTCallbackInput) => ReturnType<Callbacks['jwt']>
      /** Absent if the app does not set it. Each strategy then has its own default. */
      readonly session?: (params: SessionCallbackInput) => ReturnType<Callbacks['session']>
    }
  /** Calls `onEvent` of the plugins and the event callbacks. Plugins need the whole context. */
  emit<E extends keyof EventPayloads>(
    event: E,
    message: EventPayloads[E],
    ctx: Context | Pick<Context, 'request'>,
  ): Promise<void> | undefined
  readonly logger: Logger
  /**
   * Logs a warning once per logger of the app. A `detail` separates warnings with the same code.
   *
   * @param text the cause and the fix, if they depend on the configuration. @default those of the code
   */
  warnOnce(code: WarningCode, detail?: string, text?: string): void
  readonly pages: Readonly<PagesOptions>
  readonly theme: Readonly<Theme>
  /** Returns whether the redirect proxy can redirect callbacks to an origin. */
  isAllowedProxyTarget(origin: string): boolean
  /** Whether the redirect proxy serves every origin, because `redirectProxyOrigins` is not set. */
  readonly allowsAnyProxyTarget: boolean
  /** Whether provider URLs can use `http:` on any host, not only on localhost. */
  readonly allowInsecureHttp: boolean
  /** Receives work that the response does not wait for. Absent if the app does not set it. */
  readonly waitUntil: AuthConfig['waitUntil']
  /** Whether a visitor can register with an email address that nothing verifies, in the form of a passkey. */
  readonly acceptsTypedEmail: boolean
  /** Sends the emails of plugins. Null if the app does not set it. */
  readonly sendEmail: ((message: EmailMessage) => Promise<void>) | null
  /** The plugins, in order. */
  readonly plugins: readonly Plugin[]
  /** Runs a request inside the instruments of the plugins. Null if no plugin has one for requests. */
  readonly runRequest: RequestRunner | null
}

/** Runs what a plugin instruments, and returns its result. */
export type RequestRunner = <Result>(
  request: InstrumentedRequest,
  run: () => Promise<Result>,
  readOutcome: (ended: Ended<Result>) => RequestOutcome,
) => Promise<Result>

/** What ran: its result, or what it threw. */
export type Ended<Result> =
  | { readonly error: null; readonly result: Result }
  | { readonly error: Error; readonly result: null }

/**
 * Code of other layers that a request can need, selected and bound once for each configuration. It is apart from the settings, which are
 * data: through a service, a lower layer calls a higher one.
 */
export interface Services {
  readonly sessionStrategy: SessionStrategy
  /** Returns the texts of Latchkey's pages in the language of the request. */
  getTranslations(request: AuthRequest): Promise<Translations>
  /** Whether a sign-in remembers the browser of the user, because something counts attempts by account. */
  readonly remembersBrowsers: boolean
  /** Creates what a plugin sees of a request. */
  createPluginContext(ctx: Context, plugin: Plugin): Awaitable<PluginContext>
  /** Asks the sign-in policies of the plugins. Returns the URL of an interruption, or null if all allow the sign-in. Null without plugins. */
  readonly applyPolicies: ((ctx: Context, signIn: PreparedSignIn) => Awaitable<string | null>) | null
  /**
   * Deletes the ways to sign in that a user has who did not prove the email address, when a sign-in proves it. Null if no plugin has any.
   */
  readonly deleteUnprovenMethods: ((ctx: Context, userId: string) => Awaitable<void>) | null
  /** Calls `afterSignIn` of each plugin. Null if no plugin has it. */
  readonly runAfterSignIn: ((ctx: Context, signIn: PreparedSignIn) => Awaitable<void>) | null
  /** Calls `onEvent` of each plugin. Null if no plugin has it. */
  readonly notifyPlugins: ((ctx: Context, event: RaisedEvent) => Awaitable<void>) | null
  /** Prepares the sign-in page, or sends an email, after a sign-in that failed because another user has the email address. */
  reportEmailConflict(ctx: Context, owner: AdapterUser, identity: Identity): Awaitable<void>
  /** Returns the error text of the sign-in page after it, or null for the usual text. */
  describeEmailConflict(ctx: Context): Awaitable<string | null>
  /** Renders the banners of plugins, as escaped markup. Null if no plugin has one. */
  readonly renderBanners: ((ctx: Context) => Awaitable<readonly { toString(): string }[]>) | null
  /** Loads the checks of sessions: with `revocation`, or if a plugin has session policies. Null if there are none. */
  readonly loadSessionControl: (() => Promise<SessionControl>) | null
  /** Null without an adapter and without plugins: then there is nothing to add a way to sign in to. */
  readonly loadNewMethodGuard: (() => Promise<NewMethodGuard>) | null
}

/** A valid configuration, prepared for requests. */
export interface PreparedConfig {
  readonly settings: Settings
  readonly services: Services
}

/** The reader of a session. `client` receives the public fields. `server` also receives the other fields of the user. */
export type SessionView = 'client' | 'server'

/** How a request reads its session. */
export interface SessionReadOptions {
  readonly view: SessionView
  /** The session is not extended, because the caller cannot set cookies. */
  readonly readOnly?: true
  /** The data of a session update. Present on `POST session` and for updates from server code. */
  readonly update?: { readonly data: unknown }
}

/** How a session is issued. */
export interface SessionIssuance extends SignInEvidence {
  /** Whether a continued session gets a new id, because its level rises. The old id is then retired. */
  readonly isRaised: boolean
}

/** A sign-in whose user is known, with what the session will say. */
export interface PreparedSignIn {
  readonly resolvedUser: ResolvedUser
  readonly issuance: SessionIssuance
  /** The session that the sign-in continues. Null if another user, or no user, is signed in. */
  readonly currentSession: CurrentSession | null
}

/**
 * Whether a session can be read: `retired` sessions continue under a new id. They can be read for some seconds, and are neither extended
 * nor cleared.
 */
export type SessionStatus = 'active' | 'retired' | 'ended'

/** What says whether a session has ended: its id, and the epoch of its user when they signed in. */
export interface SessionIdentity {
  readonly id: string
  readonly userId: string
  readonly epoch: number
}

/** The payload of the session token of a request. */
export interface CurrentToken {
  readonly token: JWT
  /** Whether NextAuth 4 issued it. It is then reissued. */
  readonly isLegacy: boolean
  /** Whether the session continues under a new id. The response then leaves the cookie as it is. */
  readonly isRetired?: boolean
  /** Absent without `revocation`. */
  readonly identity?: SessionIdentity | undefined
  /** The claims that name the session. Undefined values remove those of the `jwt` callback. Absent without `revocation`. */
  readonly sessionClaims?: Partial<JWT> | undefined
}

/** Why a token is issued. */
export interface TokenIssue {
  /** The user who signs in. Absent for a token that is issued again. */
  readonly resolvedUser?: ResolvedUser
  /** Whether the session gets a new id. The old one is then retired. */
  readonly isRaised: boolean
  /** The token of the browser, as it was checked. */
  readonly current: CurrentToken | null
}

/** A session that was stored or extended. */
export interface StoredIssue {
  readonly session: AdapterSession
  /** The session that continues, under the same id or a new one. */
  readonly previous: AdapterSession | null
  /** The user who signs in. */
  readonly resolvedUser?: ResolvedUser
  /** Whether it was only extended. */
  readonly isExtended?: true
}

/**
 * Checks sessions whenever they are read, and ends them before they expire. Loaded when a configuration has `revocation` or session
 * policies.
 */
export interface SessionControl {
  /**
   * Returns the token with what names its session, or null if that was ended.
   *
   * @throws SessionUnavailable if a store or a policy fails
   */
  checkToken(ctx: Context, found: CurrentToken): Promise<CurrentToken | null>
  /** @throws SessionUnavailable if a store or a policy fails */
  checkStoredSession(ctx: Context, session: AdapterSession, user: AdapterUser): Promise<SessionStatus>
  /** Returns the id of a stored session. Undefined without `revocation`. */
  getStoredSessionId(settings: Settings, session: AdapterSession): Promise<string | undefined>
  /** Returns the claims that name the session of a token. Ends or retires the session that the browser has now. */
  issueToken(ctx: Context, token: JWT, issue: TokenIssue): Promise<Partial<JWT> | undefined>
  /**
   * Records a session that was stored or extended.
   *
   * @throws AccessDenied if the session that continues under a new id was ended meanwhile
   */
  registerStoredSession(ctx: Context, issue: StoredIssue): Promise<void>
  /** Ends the session of a token at a sign-out. @throws SignOutError */
  endToken(ctx: Context, token: JWT): Promise<void>
  /** Ends a stored session at a sign-out. */
  endStoredSession(ctx: Context, sessionToken: string): Promise<void>
  /** Returns whether a session of a user has an entry in the list. It has none after it ended. */
  hasSession(settings: Settings, userId: string, id: string): Promise<boolean>
  /** Lists the sessions of a user. */
  listSessions(settings: Settings, owner: SessionOwner): Promise<readonly ListedSession[]>
  /** Ends one session. @returns false if the user has no such session */
  endSession(settings: Settings, owner: SessionOwner, id: string): Promise<boolean>
  /** Ends all sessions of a user, except one. */
  endSessions(settings: Settings, userId: string, except: string | null): Promise<void>
  /** Lists the sessions of the request's user. Empty if no user is signed in. */
  listOwnSessions(ctx: Context): Promise<readonly ListedSession[]>
  /** @throws StepUpRequired for another session than that of the request, if the sign-in is too old */
  endOwnSession(ctx: Context, id: string): Promise<EndedSessions>
  /** @throws StepUpRequired if the sign-in is too old */
  endOwnSessions(ctx: Context, options: { readonly isCurrentKept: boolean }): Promise<EndedSessions>
}

/** The signed-in user who adds a way to sign in. */
export interface MethodOwner {
  readonly user: PluginSession['user']
  /** The session in the database, if it was read before. */
  readonly session?: AdapterSession | null
}

/** Decides before a signed-in user adds a way to sign in. Loaded when a user first does. */
export interface NewMethodGuard {
  /**
   * Returns what the signed-in user must do before they add a way to sign in. Null if nothing.
   *
   * @throws the error of a plugin that refuses it
   */
  authorizeNewMethod(
    ctx: Context,
    owner: MethodOwner,
    method: NewMethod,
  ): Promise<{ readonly url: string; readonly authenticate: string } | null>
  /** Lists what plugins require before the user adds the method, and the session does not meet. Null if a plugin refuses it. */
  listNewMethodRequirements(
    ctx: Context,
    user: AdapterUser,
    method: NewMethod,
  ): Promise<readonly AssuranceRequirement[] | null>
  /**
   * Returns the URL of the step-up page if the session is not sufficient to add the account, else null.
   *
   * @throws the error of a plugin that refuses it
   */
  findNewMethodStepUpUrl(ctx: Context, owner: MethodOwner, identity: Identity): Promise<string | null>
  /** Responds before a signed-in user creates a passkey that they could not add: with status 401. Null if they can add it. */
  respondBeforeNewPasskey(
    ctx: Context,
    owner: MethodOwner,
    provider: ResolvedProvider,
  ): Promise<ActionResult | null>
  /**
   * Responds to the start of a sign-in whose account the signed-in user could not add: with the step-up page, or with status 401. Null if they
   * can add it, or if they already have an account of the provider. The callback decides again, because only then the account is known.
   */
  respondBeforeNewAccount(
    ctx: Context,
    owner: MethodOwner,
    provider: ResolvedProvider,
  ): Promise<ActionResult | null>
}

/** The user whose sessions are listed or ended. */
export interface SessionOwner {
  readonly userId: string
  /** The id of the session of the request. Null in calls for another user. */
  readonly currentId: string | null
}

/** What a session that is raised says from then on. */
export interface RaisedSession extends SignInEvidence {
  /** Replaces what a token says about the user. @default it stays */
  readonly user?: Pick<User, 'name' | 'email' | 'image'>
}

/** The storage of sessions: a JWT in a cookie, or a database. */
export interface SessionStrategy {
  /** Returns the signed-in user, or null. Changes nothing. */
  getCurrentUser(ctx: Context): Promise<CurrentUser | null>
  /**
   * Returns the session of the request, or null. Changes nothing. Methods that cannot be read are none.
   *
   * @param storedSession the session in the database, if it was read before
   */
  getCurrentSession(ctx: Context, storedSession?: AdapterSession | null): Promise<CurrentSession | null>
  /**
   * Returns the session of the request, or null, as {@link SessionStrategy.getCurrentSession}, which also returns a session whose methods
   * cannot be read.
   *
   * @param storedSession the session in the database, if it was read before
   * @throws SessionUnavailable if the session or its methods cannot be read
   */
  getCurrentSessionOrThrow(
    ctx: Context,
    storedSession?: AdapterSession | null,
  ): Promise<CurrentSession | null>
  /** Issues a session for the user. */
  issue(ctx: Context, resolvedUser: ResolvedUser, issuance: SessionIssuance): Promise<void>
  /**
   * Raises the session of the request: it continues under a new id with these methods, and the old id is retired.
   *
   * @returns false if no user is signed in
   */
  raise(ctx: Context, evidence: RaisedSession): Promise<boolean>
  /**
   * Returns the session that the app sees, or null, and extends it if due.
   *
   * @throws SessionUnavailable if it cannot be read
   */
  getSession(ctx: Context, readOptions: SessionReadOptions): Promise<Session | null>
  /** Ends the session without clearing its cookie, because another session follows. */
  discard(ctx: Context): Promise<void>
  /** Ends the session. */
  end(ctx: Context): Promise<void>
}

/**
 * Signs users in with one type of provider. Everything that differs by provider type is a member of the flow, so that no
 * other file checks the type.
 */
export interface Flow<P> {
  /** The HTTP methods of the callback. */
  readonly callbackMethods: readonly HttpMethod[]
  /** Whether a POST to the callback requires the CSRF token, because one of Latchkey's forms sends it. */
  readonly requiresCsrf: boolean
  /** How the sign-in form is submitted. */
  readonly submission: ProviderSubmission
  /** Whether a sign-in only starts with a redirect to the provider, so that a link on any site may start it. */
  readonly startsAtProvider: boolean
  /** Whether attempts are counted by account, so that sign-ins remember the browser of the user. */
  readonly countsAttempts: boolean
  /** The adapter methods that the flow calls. Checked if the configuration has an adapter. */
  readonly requiredAdapterMethods: readonly AdapterMethod[]
  /** Starts a sign-in: redirects to the provider, sends an email, or shows the form. */
  start(ctx: Context, provider: P): Awaitable<ActionResult>
  /** Returns the options of a WebAuthn ceremony. */
  createCeremonyOptions?(ctx: Context, provider: P): Awaitable<ActionResult>
  /** Logs a warning if the method does not work on the host of the page that the request opens. Called in development only. */
  warnOfPageHost?(ctx: Context, provider: P): Awaitable<void>
  /** Redirects the callback of another deployment to it (redirect proxy). Returns null for a callback of this deployment. */
  forwardCallback?(ctx: Context, provider: P): Awaitable<ActionResult | null>
  /** Returns the value of a callback that no other flow has, such as `state`. Null if the callback has none. */
  getFlowKey?(request: AuthRequest, provider: P): string | null
  /** Returns whether the visitor must confirm the sign-in with a button, because email scanners also follow links. */
  needsConfirmation?(ctx: Context, provider: P): Awaitable<boolean>
  /** Returns whether the verify-request page has a field for a one-time code. */
  acceptsCode?(provider: P): boolean
  /** Returns the address to which this browser requested its latest email, or null. */
  readRequestedEmail?(ctx: Context, provider: P): Awaitable<string | null>
  /** Returns whether a visitor can register with an unverified email address. */
  acceptsTypedEmail?(provider: P): boolean
  /** Returns the methods that a user can pass with this provider to confirm who they are. Empty if there are none. */
  listStepUpMethods(ctx: Context, provider: P, subject: StepUpSubject): Awaitable<readonly string[]>
  /** Returns the methods that the user can pass with this provider at a new sign-in, after they sign out. */
  listSignInMethods(ctx: Context, provider: P, subject: StepUpSubject): Awaitable<readonly string[]>
  /** Returns the methods that a signed-in user can add to their account with this provider, on a page of Latchkey. */
  listAddableMethods?(ctx: Context, provider: P, subject: StepUpSubject): Awaitable<readonly string[]>
  /** Verifies the callback and returns the identity. Does not change the session; a passkey registration reads it. */
  verifyCallback(ctx: Context, provider: P): Awaitable<Identity>
}

/** The signed-in user of a step-up. */
export interface StepUpSubject {
  readonly user: CurrentUser['user'] | { readonly id: string; readonly email?: null }
  readonly requirement: AssuranceRequirement
  /** The ids of the providers whose accounts the user has. Null if that is unknown. */
  readonly linkedProviders: ReadonlySet<string> | null
}

/** How identities of one flow find, create and link users. */
export interface LinkingRules {
  /** The rules that decide between signing in, linking, creating and rejecting. The first match applies. */
  readonly rules: readonly LinkingRule[]
  /** Whether a sign-in that fails because another user has the email address is reported: see `reportEmailConflict`. @default false */
  readonly reportsEmailConflicts?: boolean | undefined
  /** Whether the flow stores an account record with the id of its owner. */
  readonly storesAccount: boolean
  /** Whether a completed sign-in verifies the email address of the user. */
  readonly verifiesEmail: boolean
  /** Returns the owner of the account, or null for a new account. */
  findOwner(adapter: WrappedAdapter, identity: Identity): Awaitable<AdapterUser | null>
  /** Creates the error for an account or email address that belongs to another user. */
  createConflictError(message: string): AuthError
}

/** One flow per provider type. */
export type Flows = { readonly [T in keyof ProvidersByType]: Flow<ProvidersByType[T]> }

/** The CSRF token of the visitor, and whether the request contains it. */
export interface Csrf {
  readonly token: string
  readonly verified: boolean
}

/** The input of an action: one request with its settings, cookies and provider. */
export interface Context extends PreparedConfig {
  readonly request: AuthRequest
  readonly jar: CookieJar
  readonly cookieOptions: ResolvedCookies
  /** The public scheme, host and port. */
  readonly origin: string
  /** `origin` and the base path. */
  readonly authUrl: string
  /** Null if the check is off, on `providers`, on most GET requests of `session`, and in calls from server code. */
  readonly csrf: Csrf | null
  /** The redirect target of a successful sign-in or sign-out, as the `redirect` callback returned it. */
  readonly callbackUrl: string
  readonly provider: ResolvedProvider | null
}
