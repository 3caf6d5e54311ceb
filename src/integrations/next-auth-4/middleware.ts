import { type NextFetchEvent, type NextRequest, NextResponse } from 'next/server.js'
import { getToken } from '../../jwt.js'
import type { AuthInstance } from '../../server.js'
import type { AuthConfig } from '../../types/config.js'
import type { JWT, JWTOptions } from '../../types/jwt.js'
import type { Awaitable, CookieOption, PagesOptions } from '../../types.js'
import { getNextAuth, type NextAuthConfig } from '../next/config.js'
import { getRequestOrigin, isPublicPath, redirectToSignIn } from '../next/sign-in-page.js'

/** Options of {@link withAuth}. */
export interface NextAuthMiddlewareOptions {
  /** The sign-in page. @default the built-in page */
  pages?: Partial<PagesOptions> | undefined
  /** The name of the session cookie, if the configuration sets one. */
  cookies?: { sessionToken?: Pick<CookieOption, 'name'> | undefined } | undefined
  /** The `decode` of the configuration, if it sets one. */
  jwt?: Partial<Pick<JWTOptions, 'decode'>> | undefined
  callbacks?:
    | {
        /** Decides whether the request passes. @default whether the request has a valid token */
        authorized?: ((params: { token: JWT | null; req: NextRequest }) => Awaitable<boolean>) | undefined
      }
    | undefined
  /** The secret of the configuration. @default AUTH_SECRET or NEXTAUTH_SECRET */
  secret?: string | string[] | undefined
  /** The option of the configuration: accepts sessions of NextAuth 4. @default none */
  legacySessions?: AuthConfig['legacySessions']
}

/** A request with the session token, or `null` if no user is signed in. */
export interface NextRequestWithAuth extends NextRequest {
  nextauth: { token: JWT | null }
}

/** A middleware function. */
export type NextMiddlewareWithAuth = (
  request: NextRequestWithAuth,
  event: NextFetchEvent,
) => Awaitable<Response | null | undefined | ReturnType<() => void>>

type Result = ReturnType<NextMiddlewareWithAuth>

/** The arguments of {@link withAuth}. */
export type WithAuthArgs = Parameters<typeof withAuth>

/**
 * Protects pages as `middleware`: redirects visitors to the sign-in page. Reads the session token, so it needs JWT sessions. New apps use
 * `auth` of `latchkey/next`.
 *
 * @example
 * ```ts
 * import { withAuth } from 'latchkey/next-auth-4/middleware'
 *
 * export default withAuth({
 *   callbacks: { authorized: ({ token }) => token?.role === 'admin' },
 *   legacySessions: { nextAuth4: { until: '2027-03-01' } },
 * })
 *
 * export const config = { matcher: ['/admin/:path*'] }
 * ```
 */
export function withAuth(options?: NextAuthMiddlewareOptions): NextMiddlewareWithAuth
export function withAuth(
  middleware: NextMiddlewareWithAuth,
  options?: NextAuthMiddlewareOptions,
): NextMiddlewareWithAuth
export function withAuth(request: NextRequest, event?: NextFetchEvent): Result
export function withAuth(request: NextRequest, options: NextAuthMiddlewareOptions): Result
export function withAuth(
  first?: NextMiddlewareWithAuth | NextRequest | NextAuthMiddlewareOptions,
  second?: NextAuthMiddlewareOptions | NextFetchEvent,
): NextMiddlewareWithAuth | Result {
  if (first instanceof Request)
    return createMiddleware(isOptions(second) ? second : {})(first as NextRequestWithAuth)
  if (typeof first !== 'function') return createMiddleware(first ?? {})
  return createMiddleware(isOptions(second) ? second : {}, first)
}

export default withAuth

/** Next calls an exported middleware with an event. */
function isOptions(
  value: NextAuthMiddlewareOptions | NextFetchEvent | undefined,
): value is NextAuthMiddlewareOptions {
  return value !== undefined && !('waitUntil' in value)
}

function createMiddleware(options: NextAuthMiddlewareOptions, middleware?: NextMiddlewareWithAuth) {
  const { pages, secret, callbacks } = options
  const config: NextAuthConfig = { providers: [], pages, secret }
  return async (request: NextRequestWithAuth, event?: NextFetchEvent) => {
    const auth = getNextAuth(config)
    if (isPublicPath(request, auth) || isErrorPage(request, pages)) return NextResponse.next()
    const token = await readToken(request, options, auth)
    const isAuthorized = callbacks?.authorized
      ? await callbacks.authorized({ token, req: request })
      : token !== null
    if (!isAuthorized) return redirectToSignIn(request, auth)
    request.nextauth = { token }
    return (await middleware?.(request, event as NextFetchEvent)) ?? NextResponse.next()
  }
}

function isErrorPage({ nextUrl }: NextRequest, pages: NextAuthMiddlewareOptions['pages']): boolean {
  return pages?.error !== undefined && nextUrl.pathname === pages.error
}

function readToken(
  req: NextRequest,
  { cookies, jwt, legacySessions }: NextAuthMiddlewareOptions,
  auth: AuthInstance,
): Promise<JWT | null> {
  return getToken({
    req,
    secret: auth.config.secret,
    secureCookie: isSecureCookie(req, auth),
    cookieName: cookies?.sessionToken?.name,
    decode: jwt?.decode,
    legacySessions,
  })
}

/**
 * Returns whether the configuration sets the cookie of https: as NextAuth 4 did, by `NEXTAUTH_URL`. Undefined if that is not known, because a
 * proxy may end TLS.
 */
function isSecureCookie(req: NextRequest, auth: AuthInstance): boolean | undefined {
  if (getRequestOrigin(req, auth).startsWith('https:')) return true
  return req.url.startsWith('https:') ? false : undefined
}
