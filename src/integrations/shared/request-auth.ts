import { AuthError } from '../../errors.js'
import {
  type AuthInstance,
  type MutableHeaders,
  type OriginCheck,
  originChecked,
  originUnchecked,
  type RedirectResult,
  type RequestHead,
  type RequireAuthOptions,
  type ServerSignInOptions,
  type ServerSignOutOptions,
  type SessionDependence,
  type SetCookie,
} from '../../server.js'
import type { Awaitable } from '../../types/common.js'
import type { GuardedSession } from '../../types/guarded-session.js'
import type { Session } from '../../types/session.js'
import { type ApiRequest, bindApi } from './bind-api.js'
import { bindSessions, type RequestSessions } from './bind-sessions.js'
import { ResponseCookies } from './response-cookies.js'
import { type GuardResult, SessionReader } from './session-reader.js'
import { type CreateHttpError, translateError, translateErrors } from './translate-errors.js'

/** The options of `signIn` in the handlers of an app. */
export type SignInOptions = Omit<ServerSignInOptions, 'originCheck'>

/** The options of `signOut` in the handlers of an app. */
export type SignOutOptions = Omit<ServerSignOutOptions, 'originCheck'>

/**
 * The authentication of one request, as handlers use it. `Redirect` is a response, or the URL for a framework that redirects itself. The
 * errors are those of the framework.
 */
export interface AuthFunctions<S, Redirect, Api> {
  /**
   * Reads the session once per request, and extends it if that is due.
   *
   * @throws an error with status 503 if the database or a callback fails: the user is still signed in
   */
  getSession(): Promise<S | null>
  /**
   * Starts a sign-in, or completes it if the fields are enough. Without a provider, it leads to the sign-in page.
   *
   * @returns the redirect, or the URL to redirect to, with status 303
   * @throws AuthError if the app must handle the failure, for example CredentialsSignin, or if the response has started
   */
  signIn(options?: SignInOptions): Promise<Redirect>
  /**
   * Ends the session.
   *
   * @returns the redirect, or the URL to redirect to, with status 303
   * @throws AuthError if the response has started
   */
  signOut(options?: SignOutOptions): Promise<Redirect>
  /** The functions of the plugins. They set their cookies on the response. */
  readonly api: Api
  /** Lists and ends sessions. Needs the option `revocation`. */
  readonly sessions: RequestSessions
}

/** The authentication of one request, for handlers that also require a sign-in. */
export interface GuardedAuthFunctions<S, Redirect, Api> extends AuthFunctions<S, Redirect, Api> {
  /**
   * Returns the session of a signed-in user with a level (`acr`) or a recent sign-in (`maxAge`, in seconds).
   *
   * @throws the redirect of a page to the sign-in page or to the step-up page, and status 401 for an API
   */
  requireAuth(requirement?: RequireAuthOptions): Promise<GuardedSession<S>>
}

/** Where an action redirects to, and the cookies that were set. */
export interface ActionRedirect {
  readonly redirect: string
  readonly cookies: readonly SetCookie[]
}

/** The authentication of one request, until its response starts. An integration translates it to the types of the framework. */
export class RequestAuth {
  private readonly auth: AuthInstance
  private readonly cookies: ResponseCookies
  private readonly createHttpError: CreateHttpError
  private readonly reader: SessionReader

  constructor(
    auth: AuthInstance,
    cookies: ResponseCookies,
    createHttpError: CreateHttpError = ({ cause }) => cause,
  ) {
    this.auth = auth
    this.cookies = cookies
    this.createHttpError = createHttpError
    this.reader = new SessionReader(auth, cookies, error => this.throwTranslated(error))
  }

  /** Returns how the response depends on the session; null if it does not. */
  getDependence(): SessionDependence | null {
    return this.cookies.isEmpty() ? this.reader.getDependence() : 'private'
  }

  /** Restricts how caches may keep the response, if it depends on the session. */
  restrictCaching(headers: MutableHeaders): void {
    const dependence = this.getDependence()
    if (dependence) this.auth.restrictCaching(this.cookies.getHead(), headers, dependence)
  }

  /** Reads the session once per request, and extends it if that is due. Once the response has started, each call reads again. */
  getSession(): Promise<Session | null> {
    return this.reader.getSession()
  }

  requireAuth(options?: RequireAuthOptions): Promise<GuardResult> {
    return this.reader.requireAuth(options)
  }

  /** Starts or completes a sign-in, and returns where to redirect to. Throws the failures that have no page. */
  async signIn(options: SignInOptions = {}): Promise<string> {
    const { redirect } = await this.runAction('signIn', head =>
      this.auth.signIn(head, { ...options, originCheck: resolveSignInOriginCheck(head) }),
    )
    return redirect
  }

  /** Ends the session, and returns where to redirect to. */
  async signOut(options?: SignOutOptions): Promise<string> {
    return (await this.endSession(options)).redirect
  }

  /** Ends the session, and returns where to redirect to and the cookies that were set. */
  endSession(options: SignOutOptions = {}): Promise<ActionRedirect> {
    return this.runAction('signOut', head =>
      this.auth.signOut(head, { ...options, originCheck: originUnchecked }),
    )
  }

  /** Binds the functions of the plugins to the request. */
  bindApi(): object {
    return translateErrors(
      bindApi(async () => this.getApiRequest()),
      this.createHttpError,
    )
  }

  /** Binds the functions that list and end sessions to the request. */
  bindSessions(): RequestSessions {
    return translateErrors(
      bindSessions(async () => this.getApiRequest()),
      this.createHttpError,
    )
  }

  /** Waits until the session is read, and returns the values of the `Set-Cookie` headers. After that, no cookie can be set. */
  close(): Awaitable<readonly string[]> {
    const running = this.reader.getRunningRead()
    return running ? running.then(() => this.cookies.close()) : this.cookies.close()
  }

  /** Does the same without waiting: a session that is still being read sets no cookie. */
  closeNow(): readonly string[] {
    return this.cookies.close()
  }

  private async runAction(
    name: string,
    run: (head: RequestHead) => Promise<RedirectResult>,
  ): Promise<ActionRedirect> {
    if (!this.cookies.canSet()) throw createStartedError(name)
    this.reader.reset()
    const { error, redirect, cookies } = await run(this.cookies.getHead()).catch((reason: unknown) =>
      this.throwTranslated(reason),
    )
    this.cookies.set(cookies)
    return redirect === null ? this.throwTranslated(error) : { redirect, cookies }
  }

  /** Returns the request as the functions of plugins and of the sessions read it, and how to set cookies. */
  getApiRequest(): ApiRequest {
    const setCookies = (changed: readonly SetCookie[]) => {
      if (changed.length > 0) this.reader.reset()
      this.cookies.set(changed)
    }
    const head = this.cookies.getHead()
    return { auth: this.auth, head, setCookies: this.cookies.canSet() ? setCookies : null }
  }

  private throwTranslated(error: unknown): never {
    throw translateError(error, this.createHttpError)
  }
}

/** Creates the authentication of one request. */
export function createRequestAuth(
  auth: AuthInstance,
  head: RequestHead,
  createHttpError?: CreateHttpError,
): RequestAuth {
  return new RequestAuth(auth, new ResponseCookies(head), createHttpError)
}

/** What few requests use: the functions of the plugins and of the sessions. */
interface BoundMembers {
  readonly api: object
  readonly sessions: RequestSessions
}

const owner = Symbol('latchkey.requestAuth')

/** Binds the functions when they are used. A getter of a class costs a request nothing. */
export class LazyMembers implements BoundMembers {
  /** A private field would fail behind a Proxy. A function hides the cookies from logs. */
  readonly [owner]: () => RequestAuth

  /**
   * @param getRequestAuth a parameter, because V8 allocates a function that is created where it is assigned to a property among the old
   * objects. It would keep each request in memory until a full garbage collection.
   */
  constructor(getRequestAuth: () => RequestAuth) {
    this[owner] = getRequestAuth
  }

  get api(): object {
    return this[owner]().bindApi()
  }

  get sessions(): RequestSessions {
    return this[owner]().bindSessions()
  }
}

/** Creates the functions for handlers: those of all integrations, and those that one has of its own. */
export function createAuthFunctions<Redirect, Own extends object>(
  requestAuth: RequestAuth,
  createRedirect: (url: string) => Redirect,
  own: Own,
): AuthFunctions<Session, Redirect, object> & Own {
  return Object.assign(
    new LazyMembers(() => requestAuth),
    {
      getSession: () => requestAuth.getSession(),
      signIn: async (options?: SignInOptions) => createRedirect(await requestAuth.signIn(options)),
      signOut: async (options?: SignOutOptions) => createRedirect(await requestAuth.signOut(options)),
    },
    own,
  )
}

/** A link may start a sign-in from any site: users follow links to pages that need a session. */
function resolveSignInOriginCheck({ method }: RequestHead): OriginCheck['originCheck'] {
  return method === 'GET' || method === 'HEAD' ? originChecked : originUnchecked
}

/** Creates the error of a call that sets cookies on a response that has started. */
function createStartedError(name: string): AuthError {
  return new AuthError(
    `\`${name}\` sets cookies, and this response can set none. Call it before the response is sent.`,
  )
}
