import type { Context } from 'hono'
import { HTTPException } from 'hono/http-exception'
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
  toRequestHead,
  toResponse,
} from '../../server.js'
import type { Session } from '../../types/session.js'
import { type ApiRequest, bindApi } from '../shared/bind-api.js'
import { bindSessions, type RequestSessions } from '../shared/bind-sessions.js'
import { throwHttpError, withHttpErrors } from './http-error.js'
import { collectResponseCookies, type ResponseCookies } from './response-cookies.js'

/** The authentication of one request, as `c.get('auth')`. */
export interface HonoRequestAuth<S = Session, Api = object> {
  /**
   * Reads the session once per request, and extends it if that is due.
   *
   * @throws HTTPException with status 503 if the database or a callback fails: the user is still signed in
   */
  getSession(): Promise<S | null>
  /**
   * Starts a sign-in and returns the redirect, or completes it if the fields are enough. Without a provider, it redirects to the
   * sign-in page.
   *
   * @throws AuthError if the app must handle the failure, for example CredentialsSignin
   */
  signIn(options?: Omit<ServerSignInOptions, 'originCheck'>): Promise<Response>
  /** Ends the session and returns the redirect. */
  signOut(options?: Omit<ServerSignOutOptions, 'originCheck'>): Promise<Response>
  /** The functions of the plugins. They set their cookies on the response. */
  readonly api: Api
  /** Lists and ends sessions. Needs the option `revocation`. */
  readonly sessions: RequestSessions
}

/** The authentication of one request, and what the middleware needs beside it. */
export interface RequestState extends HonoRequestAuth {
  /** Returns the session, or the redirect of a page. Throws the error of an API. */
  requireAuth(options: RequireAuthOptions): Promise<Session | Response>
  /** Writes the cookies to the response of the handlers. After that, none can be set. */
  finish(): Promise<void>
}

/** Creates the authentication of one request. */
export function createRequestState(
  c: Context,
  server: AuthServer,
  getClientAddress: () => string | null,
): RequestState {
  const cookies = collectResponseCookies({ ...toRequestHead(c.req.raw), getClientAddress })
  const { getSession, requireAuth, reset, finish } = createSessionReader(c, server, cookies)

  async function runAction(run: (head: RequestHead) => Promise<RedirectResult>): Promise<Response> {
    reset()
    const result = await run(cookies.getHead())
    cookies.set(result.cookies)
    if (result.redirect === null) throw result.error
    return c.redirect(result.redirect, 303)
  }

  async function getApiRequest(): Promise<ApiRequest> {
    const setCookies = (changed: readonly SetCookie[]) => {
      if (changed.length > 0) reset()
      cookies.set(changed)
    }
    const head = cookies.getHead()
    return { server, head, setCookies: cookies.canSet() ? setCookies : null }
  }

  return {
    getSession,
    requireAuth,
    finish,
    signIn: (options = {}) =>
      runAction(head => server.signIn(head, { ...options, originCheck: resolveSignInOriginCheck(c) })),
    signOut: (options = {}) =>
      runAction(head => server.signOut(head, { ...options, originCheck: originUnchecked })),
    get api() {
      return withHttpErrors(bindApi(getApiRequest))
    },
    get sessions() {
      return withHttpErrors(bindSessions(getApiRequest))
    },
  }
}

/** Reads the session once, unless it changes. */
function createSessionReader(c: Context, server: AuthServer, cookies: ResponseCookies) {
  let session: Promise<Session | null> | undefined
  let wasRead = false

  /** If the session changed meanwhile, the extended one is outdated. */
  function loadSession(): Promise<Session | null> {
    const loading = server.getSession(cookies.getHead()).then(result => {
      if (cookies.canSet() && session === loading) cookies.set(result.cookies)
      return result.session
    }, throwHttpError)
    // A handler may start it without waiting for it. Latchkey has logged the failure.
    loading.catch(() => null)
    return loading
  }

  return {
    getSession(): Promise<Session | null> {
      // A stream may last for hours, and must notice a sign-out.
      if (!cookies.canSet()) return server.peekSession(cookies.getHead()).catch(throwHttpError)
      wasRead = true
      session ??= loadSession()
      return session
    },
    async requireAuth(options: RequireAuthOptions): Promise<Session | Response> {
      const current = options.acr === undefined && options.maxAge === undefined ? await session : null
      if (current) return current
      wasRead = true
      const result = await server.requireAuth(cookies.getHead(), options).catch(throwHttpError)
      cookies.set(result.cookies)
      if (!result.session) return refuse(toResponse({ ...result.response, setCookies: [] }))
      session = Promise.resolve(result.session)
      return result.session
    },
    /** The next read loads the session again. */
    reset(): void {
      session = undefined
    },
    async finish(): Promise<void> {
      await Promise.allSettled([session])
      const lines = cookies.close()
      if (!wasRead && lines.length === 0) return
      const response = withSessionHeaders(c.res, lines)
      // Otherwise Hono would replace the cookies with those of the response before.
      c.res = undefined
      c.res = response
    },
  }
}

/**
 * Copies a response, because that of `fetch` is immutable, and a handler may send the same one to all users. Written before the handlers,
 * Hono would drop the cookies beside a `Response` of a handler.
 */
function withSessionHeaders(response: Response, setCookies: readonly string[]): Response {
  // The response of a WebSocket cannot be copied.
  if (response.status === 101) return response
  const copy = new Response(response.body, response)
  for (const line of setCookies) copy.headers.append('set-cookie', line)
  if (!copy.headers.has('cache-control')) copy.headers.set('cache-control', 'private, no-store')
  return copy
}

/** A link may start a sign-in from any site: users follow links to pages that need a session. */
function resolveSignInOriginCheck({ req: { method } }: Context): OriginCheck['originCheck'] {
  return method === 'GET' || method === 'HEAD' ? originChecked : originUnchecked
}

function refuse(response: Response): Response {
  if (response.status === 303) return response
  throw new HTTPException(401, { res: response, message: 'Sign in to continue.' })
}
