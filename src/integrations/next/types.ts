import type { NextFetchEvent, NextRequest } from 'next/server.js'
import type { RequireAuthOptions, SearchParamsInit } from '../../server.js'
import type { SetCookie } from '../../types/cookies.js'
import type { GuardedSession } from '../../types/guarded-session.js'
import type { Session } from '../../types/session.js'
import type { RequestSessions } from '../shared/bind-sessions.js'
import type { PageContext, PageRequest, PageResponse } from './pages-router.js'

/** A request with its session, or `null` if no user is signed in. */
export interface NextAuthRequest<S = Session> extends NextRequest {
  auth: S | null
}

/** The return value of a handler. Without a response, the request continues. */
type HandlerResult = Response | undefined | ReturnType<() => void>
type MaybePromise<Value> = Value | Promise<Value>

/** The second argument of a route handler. */
export interface RouteContext {
  params: Promise<Record<string, string | string[] | undefined>>
}

/** Reads the session, wraps a handler or guards pages, depending on its arguments. */
export interface NextAuthFunction<S = Session, Api = object> {
  /**
   * Reads the session in a server component, a route handler or an action. Extends it if that is due and cookies can be set.
   *
   * @throws SessionUnavailable if the database or a callback fails
   */
  (): Promise<S | null>
  /** Reads the session in an API route. */
  (request: PageRequest, response: PageResponse): Promise<S | null>
  /** Reads the session in `getServerSideProps`. */
  (context: PageContext): Promise<S | null>
  /** Guards pages as `proxy` or `middleware`. */
  (request: NextRequest, event: NextFetchEvent): Promise<Response>
  /** Wraps a handler, which runs only if the `authorized` callback lets the request pass. */
  <Context = RouteContext>(
    handler: (request: NextAuthRequest<S>, context: Context) => MaybePromise<HandlerResult>,
  ): (request: NextRequest, context: HandlerContext<Context>) => Promise<Response>
  /**
   * The functions of the plugins, for server components, actions and route handlers.
   *
   * @throws AuthError in a server component, if the function sets cookies
   */
  readonly api: Api
  /**
   * Lists and ends sessions, in server components, actions and route handlers. It needs the option `revocation`.
   *
   * @throws AuthError in a server component, if sessions of the user are to end
   */
  readonly sessions: RequestSessions
}

/** A handler that does not declare its second argument can be exported for any route. */
export type HandlerContext<Context> = RouteContext extends Context ? unknown : Context

/** Options of `signIn`. The other fields are submitted to the provider, such as `email`. */
export interface NextSignInOptions<Redirect extends boolean = boolean> extends Record<string, unknown> {
  /** Where the sign-in ends. @default the page that sent the request, else `/` */
  redirectTo?: string | undefined
  /** `false` returns the URL instead of redirecting there. @default true */
  redirect?: Redirect | undefined
}

/** Starts a sign-in from an action or a route handler. */
export interface NextSignIn {
  /** Returns the URL to redirect to. */
  (
    provider: string | undefined,
    options: NextSignInOptions<false> & { redirect: false },
    params?: SearchParamsInit,
  ): Promise<string>
  /** Redirects. */
  (provider?: string, options?: NextSignInOptions<true>, params?: SearchParamsInit): Promise<never>
  /** Redirects, with the fields of a form as options. */
  (provider: string | undefined, form: FormData, params?: SearchParamsInit): Promise<void>
}

/** Options of `signOut`. */
export interface NextSignOutOptions<Redirect extends boolean = boolean> {
  /** Where the sign-out ends. @default the page that sent the request, else `/` */
  redirectTo?: string | undefined
  /** `false` returns `{ redirect, cookies }` instead of redirecting. @default true */
  redirect?: Redirect | undefined
}

/** The URL to redirect to after a sign-out, and the cookies that were set. */
export interface NextSignOutResult {
  redirect: string
  cookies: SetCookie[]
}

/** Ends the session from an action or a route handler. */
export interface NextSignOut {
  /** Returns the URL to redirect to, and the cookies. */
  (options: NextSignOutOptions<false> & { redirect: false }): Promise<NextSignOutResult>
  /** Redirects. */
  (options?: NextSignOutOptions<true>): Promise<never>
  /** Redirects, with the fields of a form as options. */
  (form: FormData): Promise<void>
}

/** Where the sign-in or the step-up ends. Next does not show the URL of the page to server components. */
export interface RequiredPage {
  readonly redirectTo: string
}

/** The session, or the `redirect` that `getServerSideProps` returns. */
export type GuardedPage<S = Session> =
  | { readonly session: GuardedSession<S>; readonly redirect?: undefined }
  | { readonly session: null; readonly redirect: { readonly destination: string; readonly statusCode: 303 } }

/**
 * Requires a signed-in user, a level (`acr`) or a recent sign-in (`maxAge`, in seconds). A page is redirected to the sign-in page or to the
 * step-up page. An API gets status 401.
 */
export interface NextRequireAuth<S = Session> {
  /**
   * In a server component, an action or a route handler: returns the session, or redirects.
   *
   * @throws SessionUnavailable if the session cannot be read
   */
  (requirement: RequireAuthOptions & RequiredPage): Promise<GuardedSession<S>>
  /** Wraps a route handler, which runs only if the session meets the requirement. */
  <Context = RouteContext>(
    requirement: RequireAuthOptions,
    handler: (
      request: NextAuthRequest<S> & { auth: GuardedSession<S> },
      context: Context,
    ) => MaybePromise<HandlerResult>,
  ): (request: NextRequest, context: HandlerContext<Context>) => Promise<Response>
  /** In `proxy` or `middleware`: the response, which continues the request if the session meets the requirement. */
  (request: NextRequest, requirement?: RequireAuthOptions): Promise<Response>
  /** In `getServerSideProps`: return the `redirect` if there is one. */
  (context: PageContext, requirement?: RequireAuthOptions): Promise<GuardedPage<S>>
  /** In an API route. Null if the response was sent. */
  (
    request: PageRequest,
    response: PageResponse,
    requirement?: RequireAuthOptions,
  ): Promise<GuardedSession<S> | null>
}

/** Updates the session from an action or a route handler. */
export type NextSessionUpdate<S = Session> = (
  data: Partial<S> | { user?: object | undefined },
) => Promise<S | null>

/** The return value of `NextAuth`. */
export interface NextAuthResult<S = Session, Api = object> {
  /** The handlers for `app/api/auth/[...nextauth]/route.ts`. */
  handlers: Record<'GET' | 'POST', (request: NextRequest) => Promise<Response>>
  /** Reads the session, wraps a handler or guards pages, depending on its arguments. */
  auth: NextAuthFunction<S, Api>
  /** Requires a signed-in user, a level or a recent sign-in. */
  requireAuth: NextRequireAuth<S>
  /**
   * Starts a sign-in from an action or a route handler.
   *
   * @throws CredentialsSignin if the credentials are wrong
   * @throws AuthError for other failures that the app can respond to, such as `AccessDenied`. The rest redirects to a page: an email that cannot
   *   be sent, a provider that cannot be reached, a configuration that is not valid
   */
  signIn: NextSignIn
  /**
   * Ends the session from an action or a route handler.
   *
   * @throws AuthError if the session cannot be ended
   */
  signOut: NextSignOut
  /**
   * Passes `data` to the callbacks, with the trigger `update`, and returns the updated session.
   *
   * @throws SessionUnavailable if the database or a callback fails
   */
  unstable_update: NextSessionUpdate<S>
}
