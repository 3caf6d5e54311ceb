import {
  type AuthInstance,
  type RequireAuthOptions,
  type ResponseData,
  toPublicSession,
  toResponse,
} from '../../server.js'
import type { Session } from '../../types/session.js'
import {
  type GuardedAuthFunctions,
  LazyMembers,
  type SignInOptions,
  type SignOutOptions,
} from '../shared/request-auth.js'
import { createRequestStore } from '../shared/request-store.js'
import { extendRequireAuthOptions } from '../shared/require-auth-options.js'
import { isPublic, removeOrigin } from '../shared/shared-render.js'
import type { HttpFailure } from '../shared/translate-errors.js'
import type { H3Exchange } from './event.js'
import type { H3Event } from './event-types.js'
import { H3AuthError } from './http-error.js'
import { privateHeaders, type RequestView, RequestViews } from './request-views.js'

/**
 * The authentication of one request, as `event.context.auth`. A session that cannot be read throws an error of h3 with status 503, and
 * `requireAuth` one that redirects a page, or has status 401 for an API.
 */
export interface H3RequestAuth<S = Session, Api = object> extends GuardedAuthFunctions<S, Response, Api> {}

/** The session, or the response that middleware returns. h3 1 has then sent it. */
export type H3GuardResult =
  | { readonly session: Session }
  | { readonly session: null; readonly redirect: Response | undefined }

/** The authentication of one request, as one handler sees it. */
export interface RequestFunctions {
  /** Returns the session, or what middleware returns to redirect a page. Throws the error of an API. */
  guard(requirement?: RequireAuthOptions): Promise<H3GuardResult>
  /** Returns where to redirect a page to, or null if its session meets the requirement. */
  getRedirect(requirement?: RequireAuthOptions): Promise<string | null>
  /** Reads the session for a page that may use it. Until it does, its response does not depend on the session. */
  prepareSession(): Promise<void>
  /**
   * Returns the session as the browser may see it, for a page that uses it. Undefined if the page is one that shared caches keep, or if the
   * session was not prepared.
   *
   * @throws what the read has thrown
   */
  takeSession(): Session | null | undefined
}

/** The authentication of one request, and what the middleware needs beside it. */
export interface RequestState extends H3RequestAuth {
  /** Returns the functions for a handler that passes its event. */
  bindTo(event: H3Event): RequestFunctions
  /** Returns where to redirect a page to, or null if its session meets the requirement. */
  getRedirect(requirement?: RequireAuthOptions): Promise<string | null>
  /** Returns the session as the browser may see it. */
  getPublicSession(): Promise<Session | null>
  /** Returns a value for the handlers that run for this request. It is undefined in those that are cached for all visitors. */
  protect<Value>(value: Value): Value | undefined
  /** Ends the response of the handlers, and returns what the middleware returns for them. After that, no cookie can be set. */
  finish(value?: unknown): Promise<unknown>
}

/** Creates the authentication of one request. */
export function createRequestState(event: H3Event, exchange: H3Exchange, auth: AuthInstance): RequestState {
  const views = new RequestViews(event, exchange, { auth, createHttpError })
  const getSession = () => views.getCurrent().use().getSession()
  const members = new LazyMembers(() => views.getCurrent().use())
  return Object.assign(members, {
    getSession,
    getPublicSession: async () => toPublicSession(await getSession()),
    getRedirect: async (requirement?: RequireAuthOptions) =>
      (await requirePageAuth(views.getCurrent(), auth, requirement)).redirect,
    requireAuth: (requirement?: RequireAuthOptions) => requireAuth(views.getCurrent(), requirement),
    signIn: async (options?: SignInOptions) => createRedirect(await views.getCurrent().use().signIn(options)),
    signOut: async (options?: SignOutOptions) =>
      createRedirect(await views.getCurrent().use().signOut(options)),
    bindTo: (source: H3Event) => bindFunctions(views.getViewOf(source), auth),
    protect: <Value>(value: Value) => (views.getCurrent().isShared ? undefined : value),
    finish: (value?: unknown) => views.own.finish(value),
  }) as RequestState
}

const preparedReads = createRequestStore<RequestView, PreparedRead>()

interface PreparedRead {
  readonly session: Session | null
  readonly error?: unknown
}

function bindFunctions(view: RequestView, auth: AuthInstance): RequestFunctions {
  return {
    guard: requirement => guard(view, requirement),
    async getRedirect(requirement) {
      const { session, redirect } = await requirePageAuth(view, auth, requirement)
      if (session) preparedReads.set(view, { session: toPublicSession(session) })
      return redirect
    },
    async prepareSession() {
      if (isPageForAll(view)) return
      preparedReads.set(view, await readPublicSession(view))
    },
    takeSession() {
      const read = preparedReads.get(view)
      if (!read || isPageForAll(view)) return undefined
      view.use()
      if (read.error !== undefined) throw read.error
      return read.session
    },
  }
}

/** Whether shared caches keep a page: those of Nitro, or by the headers of the app. A page that depends on the session is not one of them. */
function isPageForAll(view: RequestView): boolean {
  return view.isShared || (!view.dependsOnSession() && isPublic(view.exchange.getResponseHeader))
}

async function readPublicSession(view: RequestView): Promise<PreparedRead> {
  try {
    return { session: toPublicSession(await view.prepare().getSession()) }
  } catch (error) {
    return { session: null, error }
  }
}

async function requireAuth(view: RequestView, requirement?: RequireAuthOptions): Promise<Session> {
  const { session, response } = await view.use().requireAuth(requirement)
  if (session) return session
  if (response.status !== 303) throw refuse(view, response)
  const redirect = view.exchange.respond(response)
  // All requests that wait for a cached handler get its error. Without a URL, h3 1 cannot redirect them.
  throw refuse(view, !redirect && view.isShared ? { ...response, status: 401 } : response)
}

async function guard(view: RequestView, requirement?: RequireAuthOptions): Promise<H3GuardResult> {
  const { session, response } = await view.use().requireAuth(requirement)
  if (session) return { session }
  if (response.status !== 303) throw refuse(view, response)
  return { session: null, redirect: view.exchange.respond(response) }
}

/** The session that is allowed, or where to redirect the page to. */
type PageGuardResult =
  | { readonly session: Session; readonly redirect: null }
  | { readonly session: null; readonly redirect: string }

async function requirePageAuth(
  view: RequestView,
  auth: AuthInstance,
  requirement?: RequireAuthOptions,
): Promise<PageGuardResult> {
  const result = await view.use().requireAuth(extendRequireAuthOptions(requirement, { respondAs: 'page' }))
  if (result.session) return { session: result.session, redirect: null }
  const { session, redirect } = result
  if (!view.isShared) return { session, redirect }
  view.exchange.setDefaultHeaders(privateHeaders)
  return { session, redirect: removeOrigin(redirect, auth.resolveOrigin(view.exchange.request)) }
}

function createRedirect(location: string): Response {
  return toResponse({ status: 303, headers: { location }, body: null, setCookies: [] })
}

function createHttpError(failure: HttpFailure): H3AuthError {
  return new H3AuthError({ ...failure, headers: { 'cache-control': 'no-store' } })
}

/**
 * Returns the error of a refusal. The headers are also set on the response, because h3 1 and error handlers of apps ignore those of errors.
 */
function refuse(
  { exchange }: RequestView,
  { status, headers: { 'content-type': _, ...headers }, body }: ResponseData,
): H3AuthError {
  exchange.setDefaultHeaders(headers)
  return new H3AuthError({ status, message: 'Sign in to continue.', headers, data: parseBody(body) })
}

function parseBody(body: unknown): unknown {
  return typeof body === 'string' && body !== '' ? JSON.parse(body) : undefined
}
