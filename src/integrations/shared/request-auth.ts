import { AuthError } from '../../errors.js'
import {
  type AuthServer,
  type OriginCheck,
  originChecked,
  originUnchecked,
  type RedirectResult,
  type RequestHead,
  type RequireAuthOptions,
  type ResponseData,
  type ServerSignInOptions,
  type ServerSignOutOptions,
  type SetCookie,
} from '../../server.js'
import type { Session } from '../../types/session.js'
import { type ApiRequest, bindApi } from './bind-api.js'
import { bindSessions, type RequestSessions } from './bind-sessions.js'
import { collectResponseCookies, type ResponseCookies } from './response-cookies.js'
import { type CreateHttpError, translateError, translateErrors } from './translate-errors.js'

/** The options of `signIn` in the handlers of an app. */
export type SignInOptions = Omit<ServerSignInOptions, 'originCheck'>

/** The options of `signOut` in the handlers of an app. */
export type SignOutOptions = Omit<ServerSignOutOptions, 'originCheck'>

/** The session that is allowed, or the response that is required. */
export type GuardResult =
  | { readonly session: Session; readonly response: null }
  | { readonly session: null; readonly response: ResponseData; readonly redirect: string }

/** The authentication of one request, until its response starts. An integration translates it to the types of the framework. */
export interface RequestAuth {
  /** Reads the session once per request, and extends it if that is due. Once the response has started, each call reads again. */
  getSession(): Promise<Session | null>
  requireAuth(options?: RequireAuthOptions): Promise<GuardResult>
  /** Starts or completes a sign-in, and returns where to redirect to. Throws the failures that have no page. */
  signIn(options?: SignInOptions): Promise<string>
  /** Ends the session, and returns where to redirect to. */
  signOut(options?: SignOutOptions): Promise<string>
  readonly api: object
  readonly sessions: RequestSessions
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
    get api() {
      return translateErrors(bindApi(getApiRequest), createHttpError)
    },
    get sessions() {
      return translateErrors(bindSessions(getApiRequest), createHttpError)
    },
    async close() {
      await reader.waitForRead()
      return cookies.close()
    },
    closeNow: cookies.close,
  }
}

/** Reads the session once, unless it changes. */
function createSessionReader(
  server: AuthServer,
  cookies: ResponseCookies,
  throwTranslated: (error: unknown) => never,
) {
  let session: Promise<Session | null> | undefined
  let wasRead = false

  /** If the session changed meanwhile, the extended one is outdated. */
  function loadSession(): Promise<Session | null> {
    const loading = server.getSession(cookies.getHead()).then(result => {
      if (cookies.canSet() && session === loading) cookies.set(result.cookies)
      return result.session
    }, throwTranslated)
    // A handler may start it without waiting for it. Latchkey has logged the failure.
    loading.catch(() => null)
    return loading
  }

  return {
    wasRead: () => wasRead,
    getSession(): Promise<Session | null> {
      // A stream may last for hours, and must notice a sign-out.
      if (!cookies.canSet()) return server.peekSession(cookies.getHead()).catch(throwTranslated)
      wasRead = true
      session ??= loadSession()
      return session
    },
    async requireAuth(options: RequireAuthOptions = {}): Promise<GuardResult> {
      wasRead = true
      const readOnly = !cookies.canSet()
      // A session that was read says nothing about a requirement.
      const isEnough = !readOnly && options.acr === undefined && options.maxAge === undefined
      const current = isEnough ? await session : null
      if (current) return { session: current, response: null }
      const result = await server
        .requireAuth(cookies.getHead(), { ...options, readOnly })
        .catch(throwTranslated)
      if (!readOnly) cookies.set(result.cookies)
      if (!result.session) return result
      session = Promise.resolve(result.session)
      return result
    },
    /** The next read loads the session again. */
    reset(): void {
      session = undefined
    },
    async waitForRead(): Promise<void> {
      if (session) await session.catch(() => null)
    },
  }
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
