import type { Context } from 'hono'
import { createMiddleware } from 'hono/factory'
import { HTTPException } from 'hono/http-exception'
import type { StatusCode } from 'hono/utils/http-status'
import { SessionUnavailable } from 'latchkey/errors'
import {
  type AuthConfig,
  createAuth,
  type MutableHeaders,
  originUnchecked,
  type RedirectResult,
  type RequestHead,
  type RequireAuthOptions,
  type ServerSignInOptions,
  type ServerSignOutOptions,
  type SetCookie,
  serializeCookie,
  toIncomingRequest,
  toRequestHead,
  toResponse,
} from 'latchkey/server'
import type { InferSession } from 'latchkey/types'

/** The authentication of one request, as `c.get('auth')`. */
export interface RequestAuth<S> {
  /** Reads the session once per request, and extends it if that is due. */
  getSession(): Promise<S | null>
  /** Starts a sign-in and returns the redirect, or completes it if the fields are enough. */
  signIn(options: Omit<ServerSignInOptions, 'originCheck'>): Promise<Response>
  /** Ends the session and returns the redirect. */
  signOut(options: Omit<ServerSignOutOptions, 'originCheck'>): Promise<Response>
  /** Calls a function of `instance.sessions` or `instance.api`, and sets its cookies. */
  call<Result extends { cookies: readonly SetCookie[] }>(
    run: (head: RequestHead) => Promise<Result>,
  ): Promise<Result>
}

/** Creates the middleware for the whole app, and the guard for protected routes. */
export function createHonoAuth<Config extends AuthConfig>(config: Config) {
  type Env = { Variables: { auth: RequestAuth<InferSession<Config>> } }
  const instance = createAuth(config)

  /** Serves the auth actions, and sets `c.get('auth')` for all other requests. */
  const auth = createMiddleware<Env>(async (c, next) => {
    if (instance.isActionPath(new URL(c.req.url).pathname)) {
      const { status, headers, body, setCookies } = await instance.handleIncomingRequest(
        toIncomingRequest(c.req.raw),
      )
      for (const line of setCookies) c.header('set-cookie', line, { append: true })
      c.res = c.newResponse(body, status as StatusCode, headers)
      return
    }

    const head = toRequestHead(c.req.raw)
    let session: Promise<InferSession<Config> | null> | undefined
    let cookies: readonly SetCookie[] = []
    let canExtend = true

    async function loadSession() {
      const result = await instance.refreshSession(head)
      if (canExtend) cookies = result.cookies
      return result.session
    }

    /** The cookies of a call replace those that extend the session. */
    async function call<Result extends { cookies: readonly SetCookie[] }>(
      run: (head: RequestHead) => Promise<Result>,
    ) {
      canExtend = false
      const result = await run(head)
      cookies = result.cookies
      return result
    }

    async function redirect(action: (head: RequestHead) => Promise<RedirectResult>) {
      const result = await call(action)
      if (result.redirect === null) throw result.error
      return c.redirect(result.redirect, 303)
    }

    c.set('auth', {
      getSession() {
        if (!canExtend) return instance.getSession(head).catch(throwHttpError)
        session ??= loadSession().catch(throwHttpError)
        return session
      },
      signIn: options => redirect(() => instance.signIn(head, { ...options, originCheck: originUnchecked })),
      signOut: options =>
        redirect(() => instance.signOut(head, { ...options, originCheck: originUnchecked })),
      call,
    })
    await next()
    await Promise.allSettled([session])
    canExtend = false // The response starts: a stream that reads the session later cannot set a cookie.
    for (const cookie of cookies) c.header('set-cookie', serializeCookie(cookie), { append: true })
    if (!session && cookies.length === 0) return
    const isPrivate = cookies.length > 0 || (await session?.catch(() => null)) != null
    instance.restrictCaching(head, toMutableHeaders(c), isPrivate ? 'private' : 'visitor')
  })

  /** Redirects visitors to the sign-in page. They return after sign-in. */
  const requireSession = createMiddleware<Env>(async (c, next) => {
    if (await c.get('auth').getSession()) return next()
    const { pathname, search } = new URL(c.req.url)
    return c.redirect(
      `${instance.basePath}/signin?${new URLSearchParams({ callbackUrl: pathname + search })}`,
    )
  })

  /** Requires a signed-in user, a level or a recent sign-in. The session is extended when a handler reads it. */
  const requireAuth = (requirement: RequireAuthOptions) =>
    createMiddleware<Env>(async (c, next) => {
      const options = { ...requirement, readOnly: true }
      const head = toRequestHead(c.req.raw)
      const { response } = await instance.requireAuth(head, options).catch(throwHttpError)
      if (response) return toResponse(response)
      await next()
      instance.restrictCaching(head, toMutableHeaders(c), 'private')
      return undefined
    })

  return { auth, requireAuth, requireSession, instance }
}

/** The headers of the response. Those of some responses cannot be changed, so Hono replaces them. */
function toMutableHeaders(c: Context): MutableHeaders {
  return {
    get: name => c.res.headers.get(name),
    set: (name, value) => c.header(name, value),
    delete: name => c.header(name),
  }
}

/** Hono responds to an `HTTPException` with its status. */
function throwHttpError(error: unknown): never {
  if (!(error instanceof SessionUnavailable)) throw error
  throw new HTTPException(503, { message: 'Please try again.', cause: error })
}
