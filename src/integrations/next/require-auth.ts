import { type NextRequest, NextResponse } from 'next/server.js'
import { SessionUnavailable } from '../../errors.js'
import {
  type AuthInstance,
  type RequireAuthOptions,
  type RequireAuthResult,
  toRequestHead,
  toResponse,
} from '../../server.js'
import type { Session } from '../../types/session.js'
import { type ApiRequest, bindApi } from '../shared/bind-api.js'
import { bindSessions, type RequestSessions } from '../shared/bind-sessions.js'
import { extendRequireAuthOptions } from '../shared/require-auth-options.js'
import { getNextAuth, type NextAuthConfig } from './config.js'
import { createUnavailableResponse, withSessionHeaders } from './guard.js'
import {
  applyPageSession,
  type PageContext,
  type PageRequest,
  type PageResponse,
  toPageRequestHead,
} from './pages-router.js'
import {
  isReadOnly,
  readRequestContext,
  toCurrentRequestHead,
  writeServerCookies,
} from './request-context.js'
import { redirectToSignIn } from './sign-in-page.js'
import type { GuardedPage, NextAuthRequest, NextRequireAuth, RequiredPage } from './types.js'

type GetConfig = (request?: NextRequest) => Promise<NextAuthConfig>
type Handler = (request: NextAuthRequest<Session>, context: unknown) => Promise<Response | undefined>

/** Creates `requireAuth`. Its first two arguments decide what it does. */
export function createRequireAuth(getConfig: GetConfig): NextRequireAuth {
  const requireAuth = (
    first: NextRequest | PageContext | PageRequest | RequireAuthOptions = {},
    second: RequireAuthOptions | Handler | PageResponse = {},
    third: RequireAuthOptions = {},
  ) => {
    if (typeof second === 'function') return wrapHandler(getConfig, first as RequireAuthOptions, second)
    if (first instanceof Request)
      return guardRequest(getConfig, first, isFetchEvent(second) ? {} : (second as RequireAuthOptions))
    if ('req' in first) return requirePageAuth(getConfig, first, second as RequireAuthOptions)
    if ('headers' in first)
      return requireApiAuth(getConfig, { req: first, res: second as PageResponse }, third)
    return requireServerAuth(getConfig, first as RequireAuthOptions & RequiredPage)
  }
  return requireAuth as NextRequireAuth
}

/** `export { requireAuth as proxy }`: Next passes its event as the second argument. */
function isFetchEvent(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'waitUntil' in value
}

/** Binds the functions of the plugins to the current request. */
export function createServerApi(getConfig: GetConfig): object {
  return bindApi(() => readApiRequest(getConfig))
}

/** Binds the functions that list and end sessions to the current request. */
export function createRequestSessions(getConfig: GetConfig): RequestSessions {
  return bindSessions(() => readApiRequest(getConfig))
}

async function readApiRequest(getConfig: GetConfig): Promise<ApiRequest> {
  const context = await readRequestContext()
  const { cookieStore } = context
  return {
    auth: getNextAuth(await getConfig()),
    head: toCurrentRequestHead(context),
    setCookies: isReadOnly(cookieStore) ? null : cookies => writeServerCookies(cookies, cookieStore),
  }
}

async function guardRequest(
  getConfig: GetConfig,
  request: NextRequest,
  options: RequireAuthOptions,
): Promise<Response> {
  return guard(request, await getConfig(request), { options, handler: async () => NextResponse.next() })
}

function wrapHandler(getConfig: GetConfig, options: RequireAuthOptions, handler: Handler) {
  return async (request: NextRequest, context: unknown) =>
    guard(request, await getConfig(request), {
      options,
      handler: async session =>
        (await handler(Object.assign(request, { auth: session }), context)) ?? NextResponse.next(),
    })
}

interface Guarded {
  readonly options: RequireAuthOptions
  handler(session: Session): Promise<Response>
}

async function guard(
  request: NextRequest,
  nextConfig: NextAuthConfig,
  { options, handler }: Guarded,
): Promise<Response> {
  const auth = getNextAuth(nextConfig)
  const result = await readIfAvailable(request, auth, options)
  if (result === 'unavailable') return createUnavailableResponse()
  if (!result.session) return createRefusal(request, auth, result)
  return withSessionHeaders(await handler(result.session), {
    request,
    auth,
    cookies: result.cookies,
    dependence: 'private',
  })
}

/** The router of Next follows the redirect of a page with `rsc`, and accepts no HTML. */
async function readIfAvailable(
  request: NextRequest,
  auth: AuthInstance,
  options: RequireAuthOptions,
): Promise<RequireAuthResult | 'unavailable'> {
  const respondAs = options.respondAs ?? (request.headers.has('rsc') ? 'page' : undefined)
  try {
    return await auth.requireAuth(toRequestHead(request), extendRequireAuthOptions(options, { respondAs }))
  } catch (error) {
    if (error instanceof SessionUnavailable) return 'unavailable'
    throw error
  }
}

function createRefusal(
  request: NextRequest,
  auth: AuthInstance,
  result: Extract<RequireAuthResult, { session: null }>,
): Response {
  const isSignInPage = result.reason === 'signed-out' && result.response.status === 303
  if (!isSignInPage) return toResponse(result.response)
  const { cookies } = result
  return withSessionHeaders(redirectToSignIn(request, auth), {
    request,
    auth,
    cookies,
    dependence: 'private',
  })
}

/** In a server component, an action or a route handler. Next does not show the URL, so it must be given. */
async function requireServerAuth(
  getConfig: GetConfig,
  options: RequireAuthOptions & RequiredPage,
): Promise<Session> {
  const context = await readRequestContext()
  const head = toCurrentRequestHead(context)
  // As for `auth`: the response of a route handler to a GET gets no cookie.
  const readOnly = isReadOnly(context.cookieStore) || head.method === 'GET'
  const auth = getNextAuth(await getConfig())
  const { session, redirect, cookies } = await auth.requireAuth(
    head,
    extendRequireAuthOptions(options, { respondAs: 'page', readOnly }),
  )
  if (!readOnly) writeServerCookies(cookies, context.cookieStore)
  if (session) return session
  const next = await import('next/navigation')
  return next.redirect(redirect)
}

/** In `getServerSideProps`. */
async function requirePageAuth(
  getConfig: GetConfig,
  { req, res, resolvedUrl }: PageContext,
  options: RequireAuthOptions,
): Promise<GuardedPage<Session>> {
  const [auth, head] = [getNextAuth(await getConfig()), toPageRequestHead(req)]
  const { session, redirect, cookies } = await auth.requireAuth(
    head,
    extendRequireAuthOptions(options, {
      redirectTo: options.redirectTo ?? resolvedUrl,
      respondAs: 'page',
      readOnly: res.headersSent,
    }),
  )
  if (!res.headersSent) applyPageSession({ auth, head, res }, cookies, 'private')
  return session ? { session } : { session: null, redirect: { destination: redirect, statusCode: 303 } }
}

interface ApiExchange {
  readonly req: PageRequest
  readonly res: PageResponse
}

/** In an API route. Writes the response of a refusal. */
async function requireApiAuth(
  getConfig: GetConfig,
  { req, res }: ApiExchange,
  options: RequireAuthOptions,
): Promise<Session | null> {
  const head = { ...toPageRequestHead(req), method: 'POST' }
  const auth = getNextAuth(await getConfig())
  const { session, response, cookies } = await auth.requireAuth(
    head,
    extendRequireAuthOptions(options, { respondAs: options.respondAs ?? 'api' }),
  )
  applyPageSession({ auth, head, res }, cookies, 'private')
  if (!response) return session
  res.statusCode = response.status
  for (const [name, value] of Object.entries(response.headers)) res.setHeader?.(name, value)
  res.end?.(response.body)
  return null
}
