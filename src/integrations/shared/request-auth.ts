import { AuthError } from '../../errors.js'
import {
  type AuthServer,
  type OriginCheck,
  originChecked,
  originUnchecked,
  type RedirectResult,
  type RequestHead,
  type RequireAuthOptions,
  type ServerSignInOptions,
  type ServerSignOutOptions,
  type SetCookie,
} from '../../server.js'
import type { Session } from '../../types/session.js'
import { type ApiRequest, bindApi } from './bind-api.js'
import { bindSessions, type RequestSessions } from './bind-sessions.js'
import { collectResponseCookies, type ResponseCookies } from './response-cookies.js'
import { createSessionReader, type GuardResult } from './session-reader.js'
import { type CreateHttpError, translateError, translateErrors } from './translate-errors.js'

/** The options of `signIn` in the handlers of an app. */
export type SignInOptions = Omit<ServerSignInOptions, 'originCheck'>

/** The options of `signOut` in the handlers of an app. */
export type SignOutOptions = Omit<ServerSignOutOptions, 'originCheck'>

/** The authentication of one request, until its response starts. An integration translates it to the types of the framework. */
export interface RequestAuth {
  /** Reads the session once per request, and extends it if that is due. Once the response has started, each call reads again. */
  getSession(): Promise<Session | null>
  requireAuth(options?: RequireAuthOptions): Promise<GuardResult>
  /** Starts or completes a sign-in, and returns where to redirect to. Throws the failures that have no page. */
  signIn(options?: SignInOptions): Promise<string>
  /** Ends the session, and returns where to redirect to. */
  signOut(options?: SignOutOptions): Promise<string>
  /** Binds the functions of the plugins to the request. */
  bindApi(): object
  /** Binds the functions that list and end sessions to the request. */
  bindSessions(): RequestSessions
  /** Whether the response depends on the session, so that no shared cache may keep it. */
  isPrivate(): boolean
  /** Waits until the session is read, and returns the values of the `Set-Cookie` headers. After that, no cookie can be set. */
  close(): Promise<readonly string[]>
  /** Does the same without waiting: a session that is still being read sets no cookie. */
  closeNow(): readonly string[]
}

/** Creates the authentication of one request. */
export function createRequestAuth(
  server: AuthServer,
  head: RequestHead,
  createHttpError?: CreateHttpError,
): RequestAuth {
  return createRequestAuthWithCookies(server, collectResponseCookies(head), createHttpError)
}

/** Creates the authentication of one request, whose cookies are collected in another way. */
export function createRequestAuthWithCookies(
  server: AuthServer,
  cookies: ResponseCookies,
  createHttpError: CreateHttpError = ({ cause }) => cause,
): RequestAuth {
  const throwTranslated = (error: unknown): never => {
    throw translateError(error, createHttpError)
  }
  const reader = createSessionReader(server, cookies, throwTranslated)

  async function runAction(
    name: string,
    run: (current: RequestHead) => Promise<RedirectResult>,
  ): Promise<string> {
    if (!cookies.canSet()) throw createStartedError(name)
    reader.reset()
    const result = await run(cookies.getHead()).catch(throwTranslated)
    cookies.set(result.cookies)
    if (result.redirect === null) return throwTranslated(result.error)
    return result.redirect
  }

  async function getApiRequest(): Promise<ApiRequest> {
    const setCookies = (changed: readonly SetCookie[]) => {
      if (changed.length > 0) reader.reset()
      cookies.set(changed)
    }
    return { server, head: cookies.getHead(), setCookies: cookies.canSet() ? setCookies : null }
  }

  return {
    getSession: reader.getSession,
    requireAuth: reader.requireAuth,
    isPrivate: reader.wasRead,
    signIn: (options = {}) =>
      runAction('signIn', current =>
        server.signIn(current, { ...options, originCheck: resolveSignInOriginCheck(current) }),
      ),
    signOut: (options = {}) =>
      runAction('signOut', current => server.signOut(current, { ...options, originCheck: originUnchecked })),
    bindApi: () => translateErrors(bindApi(getApiRequest), createHttpError),
    bindSessions: () => translateErrors(bindSessions(getApiRequest), createHttpError),
    async close() {
      const running = reader.getRunningRead()
      if (running) await running
      return cookies.close()
    },
    closeNow: cookies.close,
  }
}

/** What few requests use: the functions of the plugins and of the sessions. */
interface BoundMembers {
  readonly api: object
  readonly sessions: RequestSessions
}

const owner = Symbol('latchkey')

/** Binds the functions when they are used. A getter of a class costs a request nothing. */
export class LazyMembers implements BoundMembers {
  /** A private field would fail behind a Proxy. */
  readonly [owner]: RequestAuth

  constructor(requestAuth: RequestAuth) {
    this[owner] = requestAuth
  }

  get api(): object {
    return this[owner].bindApi()
  }

  get sessions(): RequestSessions {
    return this[owner].bindSessions()
  }
}

/** Adds the functions of the plugins and of the sessions to those of an integration. */
export function addLazyMembers<All extends BoundMembers>(
  requestAuth: RequestAuth,
  functions: Omit<All, keyof BoundMembers>,
): Omit<All, keyof BoundMembers> & BoundMembers {
  return Object.assign(new LazyMembers(requestAuth), functions)
}

/** A link may start a sign-in from any site: users follow links to pages that need a session. */
function resolveSignInOriginCheck({ method }: RequestHead): OriginCheck['originCheck'] {
  return method === 'GET' || method === 'HEAD' ? originChecked : originUnchecked
}

function createStartedError(name: string): AuthError {
  return new AuthError(
    `\`${name}\` sets cookies, and this response can set none. Call it before the response is sent.`,
  )
}
