import {
  type AuthServer,
  type RequireAuthOptions,
  type ResponseData,
  type SetCookie,
  toPublicSession,
  toResponse,
} from '../../server.js'
import type { WithAssurance } from '../../types/evidence.js'
import type { Session } from '../../types/session.js'
import { addLazyMembers, type RequestActions, RequestAuth } from '../shared/request-auth.js'
import { ResponseCookies } from '../shared/response-cookies.js'
import type { GuardResult } from '../shared/session-reader.js'
import type { HttpFailure } from '../shared/translate-errors.js'
import type { H3Exchange } from './event.js'
import { H3AuthError } from './http-error.js'

/** The authentication of one request, as `event.context.auth`. */
export interface H3RequestAuth<S = Session, Api = object> extends RequestActions<Response, Api> {
  /**
   * Reads the session once per request, and extends it if that is due.
   *
   * @throws an error of h3 with status 503 if the database or a callback fails: the user is still signed in
   */
  getSession(): Promise<S | null>
  /**
   * Requires a signed-in user, a level (`acr`) or a recent sign-in (`maxAge`, in seconds), and returns the session.
   *
   * @throws an error of h3: for a page, a redirect to the sign-in page or to the step-up page. For an API, it has status 401. If the
   *   session cannot be read, it has status 503
   */
  requireAuth(requirement?: RequireAuthOptions): Promise<WithAssurance<S>>
}

/** The session, or the response that middleware returns. h3 1 has then sent it. */
export type H3GuardResult =
  | { readonly session: Session }
  | { readonly session: null; readonly redirect: Response | undefined }

/** The authentication of one request, and what the middleware needs beside it. */
export interface RequestState extends H3RequestAuth {
  /** Returns the session, or what middleware returns to redirect a page. Throws the error of an API. */
  guard(requirement?: RequireAuthOptions): Promise<H3GuardResult>
  /** Returns where to redirect a page to, or null if its session meets the requirement. */
  getRedirect(requirement?: RequireAuthOptions): Promise<string | null>
  /** Returns the session as the browser may see it. */
  getPublicSession(): Promise<Session | null>
  /** Ends the response of the handlers. After that, no cookie can be set. */
  finish(value?: unknown): Promise<void>
}

const privateHeaders = { 'cache-control': 'private, no-store' }

/** Creates the authentication of one request. */
export function createRequestState(exchange: H3Exchange, server: AuthServer): RequestState {
  const requestAuth = new RequestAuth(server, new WrittenCookies(exchange), createHttpError)

  function loadGuard(requirement?: RequireAuthOptions): Promise<GuardResult> {
    exchange.setDefaultHeaders(privateHeaders)
    return requestAuth.requireAuth(requirement)
  }

  function getSession(): Promise<Session | null> {
    exchange.setDefaultHeaders(privateHeaders)
    return requestAuth.getSession()
  }

  return addLazyMembers<RequestState>(requestAuth, {
    getSession,
    getPublicSession: async () => toPublicSession(await getSession()),
    async getRedirect(requirement) {
      const result = await loadGuard({ ...requirement, respondAs: 'page' })
      return result.session ? null : result.redirect
    },
    async guard(requirement) {
      const { session, response } = await loadGuard(requirement)
      if (session) return { session }
      if (response.status !== 303) throw refuse(exchange, response)
      return { session: null, redirect: exchange.respond({ ...response, setCookies: [] }) }
    },
    async requireAuth(requirement) {
      const { session, response } = await loadGuard(requirement)
      if (session) return session
      if (response.status === 303) exchange.respond({ ...response, setCookies: [] })
      throw refuse(exchange, response)
    },
    signIn: async options => createRedirect(await requestAuth.signIn(options)),
    signOut: async options => createRedirect(await requestAuth.signOut(options)),
    async finish(value) {
      await requestAuth.close()
      exchange.keepHeadersOf(value)
    },
  })
}

/** Writes the cookies to the response at once, because h3 1 runs no code of middleware after the handlers. */
class WrittenCookies extends ResponseCookies {
  private readonly exchange: H3Exchange

  constructor(exchange: H3Exchange) {
    super(exchange.request)
    this.exchange = exchange
  }

  override canSet(): boolean {
    return super.canSet() && !this.exchange.isSent()
  }

  override set(cookies: readonly SetCookie[]): void {
    if (cookies.length === 0 || !this.canSet()) return
    const previous = this.getLines()
    super.set(cookies)
    this.exchange.replaceCookies(previous, this.getLines())
  }
}

function createRedirect(location: string): Response {
  return toResponse({ status: 303, headers: { location }, body: null, setCookies: [] })
}

function createHttpError(failure: HttpFailure): H3AuthError {
  return new H3AuthError({ ...failure, headers: { 'cache-control': 'no-store' } })
}

/** Returns the error of a refusal. The headers are also set on the response, because h3 1 and error handlers of apps ignore those of errors. */
function refuse(
  exchange: H3Exchange,
  { status, headers: { 'content-type': _, ...headers }, body }: ResponseData,
) {
  exchange.setDefaultHeaders(headers)
  return new H3AuthError({ status, message: 'Sign in to continue.', headers, data: parseBody(body) })
}

function parseBody(body: unknown): unknown {
  return typeof body === 'string' && body !== '' ? JSON.parse(body) : undefined
}
