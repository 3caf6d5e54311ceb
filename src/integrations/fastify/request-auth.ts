import type { FastifyReply } from 'fastify'
import { AuthError, type SessionUnavailable } from '../../errors.js'
import type { AuthServer, RequestHead, RequireAuthOptions, ResponseData } from '../../server.js'
import type { WithAssurance } from '../../types/evidence.js'
import type { Session } from '../../types/session.js'
import type { RequestSessions } from '../shared/bind-sessions.js'
import { createRequestAuth, type SignInOptions, type SignOutOptions } from '../shared/request-auth.js'

/** The authentication of one request, as `request.auth`. */
export interface FastifyRequestAuth<S = Session, Api = object> {
  /**
   * The session that `requireAuth` has allowed.
   *
   * @throws AuthError if the route is not behind `requireAuth`
   */
  readonly session: WithAssurance<S>
  /**
   * Reads the session once per request, and extends it if that is due.
   *
   * @throws an error with `statusCode` 503 if the database or a callback fails: the user is still signed in
   */
  getSession(): Promise<S | null>
  /**
   * Starts a sign-in, or completes it if the fields are enough. Without a provider, it leads to the sign-in page.
   *
   * @returns the URL to redirect to: `reply.redirect(url, 303)`
   * @throws AuthError if the app must handle the failure, for example CredentialsSignin, or if the response has started
   */
  signIn(options?: SignInOptions): Promise<string>
  /**
   * Ends the session.
   *
   * @returns the URL to redirect to: `reply.redirect(url, 303)`
   * @throws AuthError if the response has started
   */
  signOut(options?: SignOutOptions): Promise<string>
  /**
   * Returns the values of the `Set-Cookie` headers, for a reply that you write yourself after `reply.hijack()`. After that, no cookie can
   * be set. Fastify sets them on all other replies.
   */
  takeCookies(): Promise<readonly string[]>
  /** The functions of the plugins. They set their cookies on the reply. */
  readonly api: Api
  /** Lists and ends sessions. Needs the option `revocation`. */
  readonly sessions: RequestSessions
}

/** The authentication of one request, and what the hooks need beside it. */
export interface RequestState {
  readonly auth: FastifyRequestAuth
  readonly server: AuthServer
  /** Keeps the session, or returns the response that is required instead. */
  requireAuth(options: RequireAuthOptions): Promise<ResponseData | null>
  /** Writes the cookies to the reply. After that, none can be set. */
  finish(): Promise<void>
}

/** Creates the authentication of one request. */
export function createRequestState(server: AuthServer, head: RequestHead, reply: FastifyReply): RequestState {
  const requestAuth = createRequestAuth(server, head, createOutageError)
  let allowed: Session | null = null
  let isClosed = false

  async function takeCookies(): Promise<readonly string[]> {
    if (isClosed) return []
    isClosed = true
    return requestAuth.close()
  }

  /** The app writes a hijacked reply itself, so a cookie would be lost. */
  async function closeIfHijacked(): Promise<void> {
    if (reply.sent) await takeCookies()
  }

  const auth: FastifyRequestAuth = {
    get session() {
      if (allowed) return allowed
      throw new AuthError('`request.auth.session` needs `requireAuth`. Add it as `preHandler` of the route.')
    },
    async getSession() {
      await closeIfHijacked()
      return requestAuth.getSession()
    },
    async signIn(options) {
      await closeIfHijacked()
      return requestAuth.signIn(options)
    },
    async signOut(options) {
      await closeIfHijacked()
      return requestAuth.signOut(options)
    },
    takeCookies,
    get api() {
      return requestAuth.api
    },
    get sessions() {
      return requestAuth.sessions
    },
  }
  return {
    auth,
    server,
    async requireAuth(options) {
      const { session, response } = await requestAuth.requireAuth(options)
      allowed = session
      return response
    },
    async finish() {
      const lines = await takeCookies()
      for (const line of lines) reply.header('set-cookie', line)
      const isPrivate = requestAuth.isPrivate() || lines.length > 0
      if (isPrivate && !reply.hasHeader('cache-control')) reply.header('cache-control', 'private, no-store')
    },
  }
}

/** Fastify and its error handlers read the status from `statusCode`. */
function createOutageError(cause: SessionUnavailable): Error {
  const error = new Error('The session is unavailable. Please try again.', { cause })
  return Object.assign(error, { statusCode: 503, code: 'LATCHKEY_SESSION_UNAVAILABLE' })
}
