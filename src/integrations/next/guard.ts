import { type NextRequest, NextResponse } from 'next/server.js'
import { SessionUnavailable } from '../../errors.js'
import {
  type AuthInstance,
  type SessionDependence,
  type SessionResult,
  type SetCookie,
  serializeCookie,
  toRequestHead,
} from '../../server.js'
import { getNextAuth, type NextAuthConfig } from './config.js'
import { isPublicPath, redirectToSignIn } from './sign-in-page.js'
import type { NextAuthRequest } from './types.js'

/** Runs if the request passes. */
export type GuardedHandler = (request: NextAuthRequest) => Promise<Response | undefined>

/**
 * Protects a page or a handler. A request that `authorized` does not let pass is redirected to the sign-in page, unless it is for that page or
 * for an action, or `authorized` returned a response. If the session cannot be read, the response is 503. Without `authorized` and
 * a handler, nothing depends on the session, and the request passes.
 */
export async function guard(
  request: NextRequest,
  nextConfig: NextAuthConfig,
  handler?: GuardedHandler,
): Promise<Response> {
  const auth = getNextAuth(nextConfig)
  const authorized = nextConfig.callbacks?.authorized
  const sessionResult = await readSessionIfAvailable(request, auth)
  if (sessionResult === 'unavailable')
    return handler || authorized ? createUnavailableResponse() : NextResponse.next()

  const authorization = authorized ? await authorized({ request, auth: sessionResult.session }) : true
  const response = await resolveResponse(request, { auth, sessionResult, authorization, handler })
  const { session, cookies } = sessionResult
  // Without a decision and a handler, nothing depends on the session.
  const isUsed = handler !== undefined || authorized !== undefined
  const dependence = session && isUsed ? 'private' : 'visitor'
  return withSessionHeaders(response, { request, auth, cookies, dependence })
}

interface GuardInput {
  readonly auth: AuthInstance
  readonly sessionResult: SessionResult
  readonly authorization: unknown
  readonly handler: GuardedHandler | undefined
}

async function resolveResponse(
  request: NextRequest,
  { auth: instance, sessionResult, authorization, handler }: GuardInput,
): Promise<Response> {
  if (isResponse(authorization)) return toNativeResponse(authorization)
  if (!authorization)
    return isPublicPath(request, instance) ? NextResponse.next() : redirectToSignIn(request, instance)
  const auth = sessionResult.session
  return (await handler?.(Object.assign(request, { auth }))) ?? NextResponse.next()
}

/** Recognizes a response of another copy of the class, which libraries and tests may bring. */
function isResponse(authorization: unknown): authorization is Response {
  if (authorization instanceof Response) return true
  const { status, headers } = (authorization ?? {}) as { status?: unknown; headers?: unknown }
  return typeof status === 'number' && typeof headers === 'object' && headers !== null
}

/** Next accepts only responses of its own class. */
function toNativeResponse(response: Response): Response {
  return response instanceof Response ? response : copyResponse(response)
}

async function readSessionIfAvailable(
  request: NextRequest,
  auth: AuthInstance,
): Promise<SessionResult | 'unavailable'> {
  try {
    return await auth.refreshSession(toRequestHead(request))
  } catch (error) {
    if (error instanceof SessionUnavailable) return 'unavailable'
    throw error
  }
}

/** Keeps the cookie: the user is still signed in. */
export function createUnavailableResponse(): Response {
  return new Response('Please try again.', { status: 503, headers: { 'cache-control': 'no-store' } })
}

/** What the headers of a response need to know about its session. */
interface SessionHeadersInput {
  readonly request: NextRequest
  readonly auth: AuthInstance
  readonly cookies: readonly SetCookie[]
  readonly dependence: SessionDependence
}

/**
 * Adds cookies to a copy, because the headers of some responses cannot be changed, and restricts how caches may keep it. Next adds the headers
 * of `NextResponse.next()` to those of the page, which may be prerendered and cacheable.
 */
export function withSessionHeaders(
  response: Response,
  { request, auth, cookies, dependence }: SessionHeadersInput,
): Response {
  const isPrivate = cookies.length > 0 || dependence === 'private'
  const { headers } = response
  const isForPage = headers.has('x-middleware-next')
  // What follows for visitors is the same for all of them, so it decides about itself, unless the proxy has decided for all pages.
  if (!isPrivate && isForPage && !headers.has('cache-control')) return response
  const copy = copyResponse(response)
  for (const cookie of cookies) copy.headers.append('set-cookie', serializeCookie(cookie))
  auth.restrictCaching(toRequestHead(request), copy.headers, isPrivate ? 'private' : 'visitor')
  // Next replaces the `Vary` of the proxy in a page: caches would neither distinguish two users of a browser, nor users and visitors.
  if (isForPage) copy.headers.set('cache-control', 'private, no-store')
  return copy
}

function copyResponse({ body, status, statusText, headers }: Response): Response {
  return new Response(body, { status, statusText, headers })
}
