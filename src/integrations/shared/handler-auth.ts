import { AuthError } from '../../errors.js'
import type {
  AuthInstance,
  MutableHeaders,
  RequestHead,
  RequireAuthOptions,
  ResponseData,
} from '../../server.js'
import type { GuardedSession } from '../../types/guarded-session.js'
import type { Session } from '../../types/session.js'
import {
  type AuthFunctions,
  createRequestAuth,
  LazyMembers,
  type RequestAuth,
  type SignInOptions,
  type SignOutOptions,
} from './request-auth.js'
import type { CreateHttpError } from './translate-errors.js'

/** The authentication of one request, for handlers that redirect by the URL. */
export interface HandlerAuth<S = Session, Api = object> extends AuthFunctions<S, string, Api> {
  /**
   * The session that `requireAuth` has allowed.
   *
   * @throws AuthError if the route is not behind `requireAuth`
   */
  readonly session: GuardedSession<S>
  /**
   * Returns the values of the `Set-Cookie` headers, for a response that you write yourself, without the framework. After that, no cookie
   * can be set. All other responses get them from the integration.
   */
  takeCookies(): Promise<readonly string[]>
}

/** The authentication of one request, and what an integration needs beside it. */
export interface HandlerState {
  readonly auth: HandlerAuth
  /** Keeps the session for the handler, or returns the response that is required instead. */
  requireAuth(options: RequireAuthOptions): Promise<ResponseData | null>
  /** Whether the response depends on the session. */
  dependsOnSession(): boolean
  /** Restricts how caches may keep the response, if it depends on the session. */
  restrictCaching(headers: MutableHeaders): void
}

/** How a framework handles the response. */
export interface HandlerOptions {
  readonly createHttpError: CreateHttpError
  /** Whether the framework no longer writes the headers of the response, so that a cookie would be lost. */
  isSent(): boolean
}

const allowedSession = Symbol('latchkey.allowedSession')

class HandlerMembers extends LazyMembers {
  /** A private field would fail behind a Proxy. */
  readonly [allowedSession]: () => GuardedSession<Session> | null

  constructor(getRequestAuth: () => RequestAuth, readAllowed: () => GuardedSession<Session> | null) {
    super(getRequestAuth)
    this[allowedSession] = readAllowed
  }

  get session(): GuardedSession<Session> {
    const allowed = this[allowedSession]()
    if (allowed) return allowed
    throw new AuthError('`session` needs `requireAuth`. Add it to the route, before the handler.')
  }
}

/** Creates the authentication of one request. */
export function createHandlerState(
  auth: AuthInstance,
  head: RequestHead,
  { createHttpError, isSent }: HandlerOptions,
): HandlerState {
  const requestAuth = createRequestAuth(auth, head, createHttpError)
  let allowed: GuardedSession<Session> | null = null
  let isClosed = false

  function closeIfSent(): void {
    if (isSent()) requestAuth.closeNow()
  }

  const functions = {
    getSession() {
      closeIfSent()
      return requestAuth.getSession()
    },
    signIn(options?: SignInOptions) {
      closeIfSent()
      return requestAuth.signIn(options)
    },
    signOut(options?: SignOutOptions) {
      closeIfSent()
      return requestAuth.signOut(options)
    },
    async takeCookies() {
      if (isClosed) return []
      isClosed = true
      return requestAuth.close()
    },
  }
  return {
    auth: Object.assign(
      new HandlerMembers(
        () => requestAuth,
        () => allowed,
      ),
      functions,
    ),
    dependsOnSession: () => requestAuth.getDependence() !== null,
    restrictCaching: headers => requestAuth.restrictCaching(headers),
    async requireAuth(options) {
      const { session, response } = await requestAuth.requireAuth(options)
      allowed = session
      return response
    },
  }
}
