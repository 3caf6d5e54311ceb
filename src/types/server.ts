import type { AuthError } from '../errors.js'
import type { AuthConfig } from './config.js'
import type { SetCookie } from './cookies.js'
import type { AssuranceRequirement } from './evidence.js'
import type { GuardedSession } from './guarded-session.js'
import type { ApiResult, RenderedSection, UserData } from './plugin.js'
import type { IncomingRequest, RequestClient, RequestHead, ResponseData } from './request.js'
import type { ListedSession } from './revocation.js'
import type { Session } from './session.js'
import type { originChecked, originUnchecked } from './symbols.js'

/** Whether the framework has verified the origin of a request, or Latchkey must. It is required, so that no caller forgets it. */
export interface OriginCheck {
  readonly originCheck: typeof originChecked | typeof originUnchecked
}

/** The session of a request. */
export interface SessionResult<S = Session> {
  readonly session: S | null
  /** The cookies that extend the session. Set them on the response. */
  readonly cookies: readonly SetCookie[]
}

/**
 * Where to redirect the browser, or why the call failed. Set the cookies in all cases.
 *
 * A failure may have both: `redirect` is then the page that shows the failure, for example of a mistyped email address or of a
 * provider that does not answer. Without it, the app handles the failure: throw `error`, or show a page of your own.
 */
export type RedirectResult = { readonly cookies: readonly SetCookie[] } & (
  | { readonly error: null; readonly redirect: string }
  | { readonly error: AuthError; readonly redirect: string | null }
)

/** Options of {@link AuthInstance.signIn}. */
export interface ServerSignInOptions extends OriginCheck {
  /** The id of the provider. Without a configured one, the result redirects to the sign-in page. */
  readonly provider?: string | undefined
  /** The fields of the sign-in form, for example `email` or `password`. */
  readonly fields?: FormFields | undefined
  /** Where the sign-in ends. @default the page in the `Referer` header, else `/` */
  readonly redirectTo?: string | undefined
  /** Parameters of the authorization request. */
  readonly authorizationParams?: SearchParamsInit | undefined
}

/** Fields of a form. Entries that are null or undefined are ignored. */
export type FormFields = Readonly<Record<string, unknown>>

/** What `new URLSearchParams()` accepts. */
export type SearchParamsInit = string | Record<string, string> | URLSearchParams | string[][]

/** Options of {@link AuthInstance.signOut}. */
export interface ServerSignOutOptions extends OriginCheck {
  /** Where the sign-out ends. @default the page in the `Referer` header, else `/` */
  readonly redirectTo?: string | undefined
}

/** Options of {@link AuthInstance.update}. */
export interface ServerUpdateOptions {
  readonly originCheck: typeof originChecked
  /** What the `jwt` and `session` callbacks receive. */
  readonly data: unknown
}

/** Options of {@link AuthInstance.requireAuth}. */
export interface RequireAuthOptions extends AssuranceRequirement {
  /**
   * Where the sign-in or the step-up ends.
   *
   * @default the URL of a page that is read. For other requests the page in the `Referer` header, else the home page
   */
  readonly redirectTo?: string | undefined
  /** Whether to respond with a redirect (`page`) or with status 401 (`api`). @default `page` for navigations of a browser */
  readonly respondAs?: 'page' | 'api' | undefined
  /** The session is not extended, because the caller cannot set cookies. @default false */
  readonly readOnly?: boolean | undefined
}

/**
 * The session that {@link AuthInstance.requireAuth} allows, or the response that it requires: a redirect to the sign-in page or to the
 * step-up page, or 401 for an API. Set the cookies in both cases.
 */
export type RequireAuthResult<S = Session> = { readonly cookies: readonly SetCookie[] } & (
  | {
      readonly session: GuardedSession<S>
      readonly reason: null
      readonly redirect: null
      readonly response: null
    }
  | {
      readonly session: null
      readonly reason: 'signed-out' | 'insufficient'
      /** The absolute URL of the sign-in page, or of the step-up page for a signed-in user. */
      readonly redirect: string
      readonly response: ResponseData
    }
)

/** The result of ending sessions of a request's user. */
export interface EndedSessions {
  /** False if no user is signed in, or if the user has no such session. Nothing was ended then. */
  readonly isEnded: boolean
  /** The cookies to set: they are cleared if the session of the request ended. */
  readonly cookies: readonly SetCookie[]
}

/** Names a session to end. */
export interface EndSessionOptions extends OriginCheck {
  /** The id of the session, from `list`. */
  readonly id: string
}

/**
 * Lists and ends sessions. Needs the option `revocation`.
 *
 * @throws InvalidConfig without `revocation`, and if the id of a user or a session is not an id
 * @throws SessionUnavailable, AdapterError if a store fails
 */
export interface ServerSessions {
  /** Lists the sessions of the request's user, the current one first. Empty if no user is signed in. */
  list(head: RequestHead): Promise<readonly ListedSession[]>
  /**
   * Ends one session of the request's user.
   *
   * @throws StepUpRequired for another session than that of the request, if the last sign-in is older than `revocation.maxAuthAge`
   */
  end(head: RequestHead, options: EndSessionOptions): Promise<EndedSessions>
  /**
   * Ends all sessions of the request's user, except that of the request.
   *
   * @throws StepUpRequired if the last sign-in is older than `revocation.maxAuthAge`
   */
  endOthers(head: RequestHead, options: OriginCheck): Promise<EndedSessions>
  /**
   * Ends all sessions of the request's user.
   *
   * @throws StepUpRequired if the last sign-in is older than `revocation.maxAuthAge`
   */
  endAll(head: RequestHead, options: OriginCheck): Promise<EndedSessions>
  /** Lists the sessions of a user, for an administrator. Check the rights of the administrator first. */
  listOfUser(userId: string): Promise<readonly ListedSession[]>
  /** Ends one session of a user, for an administrator. @returns false if the user has no such session */
  endOfUser(userId: string, id: string): Promise<boolean>
  /** Ends all sessions of a user, for an administrator or after a change of the password. The user can sign in again. */
  endAllOfUser(userId: string): Promise<void>
}

/** Functions about a user in which plugins take part. Check the rights of the caller first. */
export interface ServerUsers {
  /** Returns what Latchkey and its plugins store about a user, without secrets: the user, and by plugin its data. */
  exportData(head: RequestHead, userId: string): Promise<UserData>
  /**
   * Deletes a user: plugins delete their data, the sessions end (with `revocation`), and the adapter deletes the user.
   *
   * @throws InvalidConfig without an adapter
   * @throws AuthError that names the plugins that could not delete their data; the user then stays
   */
  delete(head: RequestHead, userId: string): Promise<void>
  /**
   * Renders the sections of the account page that plugins bring, for the signed-in user. Empty if no user is signed in. Set the cookies: the
   * forms of the sections submit the CSRF token that is in one of them.
   */
  renderAccountSections(head: RequestHead): Promise<ApiResult<readonly RenderedSection[]>>
}

/** Environment variables by name. */
export type Environment = Readonly<Record<string, string | undefined>>

/** What an integration knows better than the configuration of the app. Create it once: what `createAuth` returns is cached by it. */
export interface IntegrationOptions<Config extends AuthConfig = AuthConfig> {
  /** Returns the base path. @default `basePath` of the configuration, else the path of `AUTH_URL`, else `/auth` */
  getBasePath?(config: Config, environment: Environment): string | undefined
  /** Returns the environment variables. @default those of the process */
  getEnvironment?(): Environment
}

/** The headers of a response that is not sent yet, such as `Headers`. Names are in lower case. */
export interface MutableHeaders {
  get(name: string): string | null
  set(name: string, value: string): void
  delete(name: string): void
}

/**
 * How a response depends on the session. `private`: it has cookies of Latchkey, was made for a signed-in user, or is behind a guard.
 * `visitor`: the session was read, and there was none.
 */
export type SessionDependence = 'private' | 'visitor'

/** The authentication of one configuration, for server code. `createAuth` of `latchkey/server` returns it. */
export interface AuthInstance<S = Session, Api extends object = object> {
  /** The configuration with the environment defaults. */
  readonly config: AuthConfig
  /**
   * The server functions of the plugins, by the id of the plugin in camel case: `api.twoFactor.getStatus(head)`. Each returns its data
   * and the cookies to set.
   *
   * @throws AuthError if the configuration is invalid, and what the function throws
   */
  readonly api: Api
  /** Lists and ends sessions. Needs the option `revocation`. */
  readonly sessions: ServerSessions
  /** Exports and deletes users, and renders the sections of the account page. */
  readonly users: ServerUsers
  /** The path below which the actions are, without a trailing slash; empty for the root. */
  readonly basePath: string
  /** The same path as browsers see it: behind a proxy that removes the front of the path, `publicBasePath` of the configuration. */
  readonly publicBasePath: string
  /** Is this the path of an authentication request? An app may have pages of its own below the base path. */
  isActionPath(pathname: string): boolean
  /**
   * Returns the origin that browsers see, from `AUTH_URL` or the request; null if neither names one. Hosts of
   * `X-Forwarded-Host` that differ are logged, unless `trustedProxies` is set.
   */
  resolveOrigin(head: RequestHead): string | null
  /**
   * Handles an authentication request. A failure is an error response.
   *
   * @param client how to read the IP address of the client, which a `Request` does not contain
   */
  handler(request: Request, client?: RequestClient): Promise<Response>
  /** Handles an authentication request as data, without a `Request` and a `Response`. */
  handleIncomingRequest(request: IncomingRequest): Promise<ResponseData>
  /**
   * Returns the session, or null for a visitor. Changes nothing, so it is for responses that cannot set a cookie, too.
   *
   * @throws SessionUnavailable if the database or a callback fails: respond with 503, the user is still signed in
   * @throws AuthError if the configuration is invalid
   */
  getSession(head: RequestHead): Promise<S | null>
  /**
   * Reads the session and extends it if that is due. Set the cookies on the response.
   *
   * @throws SessionUnavailable, AuthError as {@link AuthInstance.getSession}
   */
  refreshSession(head: RequestHead): Promise<SessionResult<S>>
  /**
   * Requires a signed-in user, and of their session a level (`acr`) or a recent sign-in (`maxAge`, in seconds). If it is unknown how the
   * user signed in, neither is met.
   *
   * @throws SessionUnavailable if the session or its methods cannot be read: respond with 503
   * @throws InvalidConfig if the requirement is not valid
   */
  requireAuth(head: RequestHead, options?: RequireAuthOptions): Promise<RequireAuthResult<S>>
  /**
   * Restricts how caches may keep a response that depends on the session. Call it for each one, right before its headers are sent.
   *
   * Adds `Vary: Cookie`. Without `Cache-Control`, no cache keeps the response. A `private` response is never kept by a shared cache, whatever
   * the app has set: `public` becomes `private`, and headers for CDNs are removed. In development, a warning names the route.
   */
  restrictCaching(head: RequestHead, headers: MutableHeaders, dependence: SessionDependence): void
  /** Starts a sign-in, or completes it if the fields are enough (credentials). */
  signIn(head: RequestHead, options: ServerSignInOptions): Promise<RedirectResult>
  /** Ends the session. */
  signOut(head: RequestHead, options: ServerSignOutOptions): Promise<RedirectResult>
  /**
   * Updates the session: the `jwt` and `session` callbacks receive `data` with the trigger `update`.
   *
   * @throws SessionUnavailable, AuthError as {@link AuthInstance.getSession}
   */
  update(head: RequestHead, options: ServerUpdateOptions): Promise<SessionResult<S>>
}
