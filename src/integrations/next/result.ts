import type { NextFetchEvent, NextRequest } from 'next/server.js'
import type { SearchParamsInit } from '../../server.js'
import type { SetCookie } from '../../types/cookies.js'
import type { Session } from '../../types/session.js'
import type { PageContext, PageRequest, PageResponse } from './pages-router.js'

/** A request, and who sent it. */
export interface NextAuthRequest<S = Session> extends NextRequest {
  auth: S | null
}

/** What a handler may give; nothing lets the request go on. */
type HandlerResult = Response | undefined | ReturnType<() => void>
type MaybePromise<Value> = Value | Promise<Value>

/** What a route handler is told of its path. */
export interface RouteContext {
  params: Promise<Record<string, string | string[] | undefined>>
}

/** Reads the session, wraps a handler, stands before pages: whatever it is called with. */
export interface NextAuthFunction<S = Session> {
  /**
   * In a server component, a route handler or an action. The session is extended where cookies can be written.
   *
   * @throws SessionUnavailable while nobody can say whether there is a session
   */
  (): Promise<S | null>
  /** In an API route. */
  (request: PageRequest, response: PageResponse): Promise<S | null>
  /** In `getServerSideProps`. */
  (context: PageContext): Promise<S | null>
  /** As `proxy` or `middleware`. */
  (request: NextRequest, event: NextFetchEvent): Promise<Response>
  /** Around a handler, which runs only for whom `authorized` lets pass. */
  <Context = RouteContext>(
    handler: (request: NextAuthRequest<S>, context: Context) => MaybePromise<HandlerResult>,
  ): (request: NextRequest, context: HandlerContext<Context>) => Promise<Response>
}

/** A handler that does not say what it is told beside the request goes anywhere. */
export type HandlerContext<Context> = RouteContext extends Context ? unknown : Context

/** Starts a sign-in from an action or a route handler. */
export interface NextSignIn {
  /** Stays, and tells where the visitor would be sent. */
  (
    provider: string | undefined,
    options: Record<string, unknown> & { redirect: false; redirectTo?: string | undefined },
    params?: SearchParamsInit,
  ): Promise<string>
  (
    provider?: string,
    options?: Record<string, unknown> & { redirect?: true | undefined; redirectTo?: string | undefined },
    params?: SearchParamsInit,
  ): Promise<never>
  /** With the fields of a form; `redirectTo` says where it ends. */
  (provider: string | undefined, form: FormData, params?: SearchParamsInit): Promise<void>
}

/** Ends the session from an action or a route handler. */
export interface NextSignOut {
  /** Stays, and tells where the visitor would be sent. */
  (options: {
    redirect: false
    redirectTo?: string | undefined
  }): Promise<{ redirect: string; cookies: SetCookie[] }>
  (options?: { redirect?: true | undefined; redirectTo?: string | undefined }): Promise<never>
  /** With the fields of a form; `redirectTo` says where it ends. */
  (form: FormData): Promise<void>
}

/** What `NextAuth` gives. */
export interface NextAuthResult<S = Session> {
  /** For `app/api/auth/[...nextauth]/route.ts`. */
  handlers: Record<'GET' | 'POST', (request: NextRequest) => Promise<Response>>
  auth: NextAuthFunction<S>
  /**
   * @throws AuthError when it fails; a `CredentialsSignin` where the details are wrong
   */
  signIn: NextSignIn
  /**
   * @throws AuthError when the session could not be ended
   */
  signOut: NextSignOut
  /**
   * Hands `data` to the callbacks, with the trigger `update`, and gives the session as it is then.
   *
   * @throws SessionUnavailable while nobody can say whether there is a session
   */
  unstable_update: (data: Partial<S> | { user?: object | undefined }) => Promise<S | null>
}
