import { createMiddleware } from 'hono/factory'
import { HTTPException } from 'hono/http-exception'
import { SessionUnavailable } from 'latchkey/errors'
import * as latchkey from 'latchkey/server'
import type { InferSession } from 'latchkey/types'

type SignInOptions = Omit<latchkey.ServerSignInOptions, 'csrf'>
type SignOutOptions = Omit<latchkey.ServerSignOutOptions, 'csrf'>

/** The authentication of one request, as `c.get('auth')`. */
export interface RequestAuth<S> {
  /** Reads the session, once per request. Extends it if that is due. */
  getSession(): Promise<S | null>
  /** Returns the redirect that starts or completes a sign-in. */
  signIn(options: SignInOptions): Promise<Response>
  /** Ends the session, and returns the redirect that follows. */
  signOut(options: SignOutOptions): Promise<Response>
}

/** Creates two middlewares: `auth` for the whole app, and `requireSession` for protected routes. */
export function createHonoAuth<const Config extends latchkey.AuthConfig>(config: Config) {
  type Env = { Variables: { auth: RequestAuth<InferSession<Config>> } }
  const server = latchkey.createServer(config)

  /** Serves the auth actions. All other handlers get `c.get('auth')`. */
  const auth = createMiddleware<Env>(async (c, next) => {
    if (server.isActionPath(new URL(c.req.url).pathname)) return server.handler(c.req.raw)

    const head = latchkey.toRequestHead(c.req.raw)
    const csrf = latchkey.originUnchecked
    let session: Promise<InferSession<Config> | null> | undefined
    let cookies: readonly latchkey.SetCookie[] = []
    // False once a sign-in, a sign-out or the response has decided which cookies are set.
    let canExtend = true

    async function loadSession() {
      const result = await server.getSession(head)
      if (canExtend) cookies = result.cookies
      return result.session
    }

    async function redirect(action: () => Promise<latchkey.RedirectResult>) {
      canExtend = false
      const result = await action()
      cookies = result.cookies
      if (result.error) throw result.error
      return c.redirect(result.redirect, 303)
    }

    c.set('auth', {
      getSession() {
        if (!canExtend) return server.peekSession(head).catch(throwHttpError)
        session ??= loadSession().catch(throwHttpError)
        return session
      },
      signIn: options => redirect(() => server.signIn(head, { ...options, csrf })),
      signOut: options => redirect(() => server.signOut(head, { ...options, csrf })),
    })
    await next()
    canExtend = false
    for (const cookie of cookies) c.header('set-cookie', latchkey.serializeCookie(cookie), { append: true })
    if (session && !c.res.headers.has('cache-control')) c.header('cache-control', 'no-store')
  })

  /** Redirects visitors to the sign-in page. They return after sign-in. */
  const requireSession = createMiddleware<Env>(async (c, next) => {
    if (await c.get('auth').getSession()) return next()
    const { pathname, search } = new URL(c.req.url)
    const query = new URLSearchParams({ callbackUrl: pathname + search })
    return c.redirect(`${server.basePath}/signin?${query}`, 303)
  })

  return { auth, requireSession }
}

/** Hono responds to an `HTTPException` with its status. The user is still signed in. */
function throwHttpError(error: unknown): never {
  if (!(error instanceof SessionUnavailable)) throw error
  throw new HTTPException(503, { message: 'Please try again.', cause: error })
}
