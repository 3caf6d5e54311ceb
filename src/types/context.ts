import type { AuthError } from '../errors.js'
import type { HttpMethod } from './action.js'
import type { Adapter, AdapterMethod, AdapterSession, AdapterUser } from './adapter.js'
import type { Callbacks, SessionParams } from './callbacks.js'
import type { Awaitable } from './common.js'
import type { AuthConfig, PagesOptions, SessionStrategyName } from './config.js'
import type { CookieTable } from './cookies.js'
import type { EventMessages } from './events.js'
import type { CurrentUser, Identity, ResolvedUser } from './identity.js'
import type { JWTOptions } from './jwt.js'
import type { LinkingRule } from './linking.js'
import type { LoggerInstance } from './logger.js'
import type { ProviderSubmission } from './provider-type.js'
import type { ActionResult, AuthRequest, CookieJar } from './request.js'
import type { ProvidersByType, ResolvedProvider } from './resolved-provider.js'
import type { Session } from './session.js'
import type { Theme } from './theme.js'
import type { Translations } from './translations.js'

/** The methods of the contract that only Latchkey knows; each one is used where it is there. */
export type OptionalAdapterMethod =
  | 'createUserWithAccount'
  | 'updateAccount'
  | 'getVerificationToken'
  | 'useChallenge'
  | 'deleteExpired'
  | 'listSessionsByUserId'
  | 'deleteSessionsByUserId'
  | 'countAttempt'

/**
 * The adapter as the floors above use it: every method of the specification can be called (a missing one throws
 * `MissingAdapterMethods`), `this` is kept, and what a method throws arrives as `AdapterError`.
 */
export type WrappedAdapter = Required<Pick<Adapter, Exclude<AdapterMethod, OptionalAdapterMethod>>> &
  Pick<Adapter, OptionalAdapterMethod>

/** What the `session` callback really gets: the token in the JWT strategy, the record in the database strategy. */
export type SessionCallbackInput =
  | (Pick<SessionParams, 'token' | 'newSession' | 'trigger'> & { session: Session })
  | (Omit<SessionParams, 'token' | 'session'> & { session: AdapterSession & { user: AdapterUser } })

/** What the user wrote, completed, checked and frozen: made once per configuration object. */
export interface Settings {
  /** Without a trailing slash; empty for the root. */
  readonly basePath: string
  readonly providers: ReadonlyMap<string, ResolvedProvider>
  /** The newest first. */
  readonly secrets: readonly string[]
  readonly csrfEnabled: boolean
  readonly trustedOrigins: ReadonlySet<string>
  /** `undefined` follows the request's protocol. */
  readonly useSecureCookies: boolean | undefined
  readonly cookies: { readonly secure: CookieTable; readonly plain: CookieTable }
  readonly session: {
    readonly strategy: SessionStrategyName
    /** Seconds. */
    readonly maxAge: number
    /** Seconds. */
    readonly updateAge: number
    /** Seconds; infinite where there is no such limit. */
    readonly absoluteMaxAge: number
    /** Characters. */
    readonly maxCookieSize: number
    generateSessionToken(): string
  }
  readonly jwt: JWTOptions
  readonly adapter: WrappedAdapter | null
  readonly callbacks: Pick<Callbacks, 'signIn' | 'redirect'> &
    Partial<Pick<Callbacks, 'jwt'>> & {
      /** Absent when the app has none: each strategy then has a view of its own. */
      readonly session?: (params: SessionCallbackInput) => ReturnType<Callbacks['session']>
    }
  emit<E extends keyof EventMessages>(event: E, message: EventMessages[E]): Promise<void> | undefined
  readonly logger: LoggerInstance
  readonly pages: Readonly<PagesOptions>
  readonly theme: Readonly<Theme>
  /** The words of our pages, in the language that the visitor asks for. */
  getTranslations(request: AuthRequest): Promise<Translations>
  /** On a redirect proxy: may visitors be sent on to this origin? */
  isAllowedProxyTarget(origin: string): boolean
  /** On a redirect proxy: nobody listed whom it serves. */
  readonly allowsAnyProxyTarget: boolean
  /** Plain http is spoken to providers anywhere, not only on localhost. */
  readonly allowInsecureHttp: boolean
  /** Takes work that no answer waits for; absent when the app has no place for it. */
  readonly waitUntil: AuthConfig['waitUntil']
  readonly sessionStrategy: SessionStrategy
}

/** Whose eyes a session is for: a browser gets what is public, the app's own server the whole. */
export type SessionView = 'client' | 'server'

/** What a visit asks of its session. */
export interface SessionAccess {
  readonly view: SessionView
  /** Nothing is extended: the reader has no way to set the cookie. */
  readonly readOnly?: true
  /** Present on `POST session`: what the client sent. */
  readonly update?: { readonly data: unknown }
}

/** Where sessions live. Both strategies answer the same four verbs. */
export interface SessionStrategy {
  /** Who is signed in? Changes nothing. */
  getCurrentUser(ctx: Context): Promise<CurrentUser | null>
  /** Let this member in. */
  issue(ctx: Context, resolvedUser: ResolvedUser): Promise<void>
  /** Somebody looks at their session: show it, and extend it when that is due. */
  readAndExtend(ctx: Context, access: SessionAccess): Promise<Session | null>
  /** Sign out. */
  end(ctx: Context): Promise<void>
}

/**
 * Signs users in with one type of provider. Whatever differs by provider type is a member of the flow, so that no other file asks
 * for the type.
 */
export interface Flow<P> {
  /** The HTTP methods of the callback. */
  readonly callbackMethods: readonly HttpMethod[]
  /** A POST to the callback comes from a form of ours, so it must carry the CSRF token. */
  readonly requiresCsrf: boolean
  /** How the sign-in form is submitted. */
  readonly submission: ProviderSubmission
  /** The adapter methods that the flow calls; checked when the configuration has an adapter. */
  readonly requiredAdapterMethods: readonly AdapterMethod[]
  /** How a verified identity becomes a user. */
  readonly linking: LinkingPolicy
  /** Starts a sign-in: redirects to the provider, sends an email, or shows the form. */
  start(ctx: Context, provider: P): Promise<ActionResult>
  /** Returns the options of a WebAuthn ceremony. */
  options?(ctx: Context, provider: P): Promise<ActionResult>
  /** Redirects a callback of another deployment to it (redirect proxy); null for a callback of this deployment. */
  relay?(ctx: Context, provider: P): Promise<ActionResult | null>
  /** Must the visitor confirm the sign-in with a button first? Email scanners follow links, too. */
  needsConfirmation?(ctx: Context, provider: P): Promise<boolean>
  /** Is a one-time code typed on the verify-request page? */
  acceptsCode?(provider: P): boolean
  /** Can a visitor register with an email address that nobody verified? */
  acceptsUnverifiedEmail?(provider: P): boolean
  /** Verifies the callback and returns the identity. Never touches a session. */
  verifyCallback(ctx: Context, provider: P): Promise<Identity>
}

/** How identities of one flow find, create and link users. */
export interface LinkingPolicy {
  /** The rules that decide between signing in, linking, creating and rejecting; the first that matches wins. */
  readonly rules: readonly LinkingRule[]
  /** The flow stores an account record that names its owner. */
  readonly storesAccount: boolean
  /** A finished sign-in proves that the user owns the email address. */
  readonly verifiesEmail: boolean
  /** Returns the user who owns the account; null for a new account. */
  findOwner(adapter: WrappedAdapter, identity: Identity): Awaitable<AdapterUser | null>
  /** Creates the error for an account or email that belongs to another user. */
  createConflictError(message: string): AuthError
}

/** One flow per provider type. */
export type Flows = { readonly [T in keyof ProvidersByType]: Flow<ProvidersByType[T]> }

/** The CSRF token of the visitor, and whether this request proved that it comes from our own page. */
export interface Csrf {
  readonly token: string
  readonly verified: boolean
}

/** Everything an action may know about one request. */
export interface Context {
  readonly request: AuthRequest
  readonly settings: Settings
  readonly jar: CookieJar
  readonly cookies: CookieTable
  /** Scheme, host and port that the visitor sees. */
  readonly origin: string
  /** `origin` and base path. */
  readonly authUrl: string
  /** Null when the check is off. */
  readonly csrf: Csrf | null
  /** Where a successful sign-in or sign-out ends; approved. */
  readonly callbackUrl: string
  readonly provider: ResolvedProvider | null
}
