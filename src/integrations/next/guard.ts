import { type NextRequest, NextResponse } from 'next/server.js'
import { getServerSession, type SessionResult } from '../../core/server-api.js'
import { SessionUnavailable } from '../../errors.js'
import type { AuthConfig } from '../../types/config.js'
import { serializeSetCookies } from '../shared/cookies.js'
import { toRequestSource } from '../shared/public-request.js'
import { type NextAuthConfig, withDefaults } from './config.js'
import type { NextAuthRequest } from './result.js'
import { createSessionRequest } from './session-request.js'
import { isPublicPath, redirectToSignIn } from './sign-in-page.js'

/** What runs for those who may pass. */
export type GuardedHandler = (request: NextAuthRequest) => Promise<Response | undefined>

/**
 * Stands before a page or a handler. Whoever `authorized` does not let pass is sent to sign in, whether or not there is a
 * handler; while nobody can say who is there, what is guarded stays shut.
 */
export async function guard(
  request: NextRequest,
  nextConfig: NextAuthConfig,
  handler?: GuardedHandler,
): Promise<Response> {
  const config = withDefaults(nextConfig)
  const authorized = nextConfig.callbacks?.authorized
  const sessionResult = await readSessionIfAvailable(request, config)
  if (sessionResult === 'unknown')
    return handler || authorized ? createUnavailableResponse() : NextResponse.next()

  const authorization = authorized ? await authorized({ request, auth: sessionResult.session }) : true
  return withCookies(
    await resolveResponse(request, { config, sessionResult, authorization, handler }),
    sessionResult,
  )
}

interface GuardDecision {
  readonly config: AuthConfig
  readonly sessionResult: SessionResult
  readonly authorization: unknown
  readonly handler: GuardedHandler | undefined
}

async function resolveResponse(
  request: NextRequest,
  { config, sessionResult, authorization, handler }: GuardDecision,
): Promise<Response> {
  if (isResponse(authorization)) return toNativeResponse(authorization)
  if (!authorization)
    return isPublicPath(request, config) ? NextResponse.next() : redirectToSignIn(request, config)
  const auth = sessionResult.session
  return (await handler?.(Object.assign(request, { auth }))) ?? NextResponse.next()
}

/** Also one of another copy of the class: a library may bring its own, and tests have theirs. */
function isResponse(authorization: unknown): authorization is Response {
  if (authorization instanceof Response) return true
  const { status, headers } = (authorization ?? {}) as { status?: unknown; headers?: unknown }
  return typeof status === 'number' && typeof headers === 'object' && headers !== null
}

/** Next takes none but those of its own class. */
function toNativeResponse(response: Response): Response {
  return response instanceof Response ? response : copyResponse(response)
}

async function readSessionIfAvailable(
  request: NextRequest,
  config: AuthConfig,
): Promise<SessionResult | 'unknown'> {
  const sessionRequest = createSessionRequest(toRequestSource(request), config)
  if (!sessionRequest) return { session: null, cookies: [] }
  try {
    return await getServerSession(sessionRequest, config)
  } catch (error) {
    if (error instanceof SessionUnavailable) return 'unknown'
    throw error
  }
}

/** The cookie is left alone: the visitor is still signed in. */
function createUnavailableResponse(): Response {
  return new Response('Please try again.', { status: 503, headers: { 'cache-control': 'no-store' } })
}

/**
 * The headers of some answers cannot be changed, so they are copied. A page that was rendered beforehand is one that caches
 * keep, and would give with the cookie in it to whoever asks next.
 */
function withCookies(response: Response, { cookies }: SessionResult): Response {
  if (cookies.length === 0) return response
  const copy = copyResponse(response)
  for (const line of serializeSetCookies(cookies)) copy.headers.append('set-cookie', line)
  copy.headers.set('cache-control', 'private, no-store')
  return copy
}

function copyResponse({ body, status, statusText, headers }: Response): Response {
  return new Response(body, { status, statusText, headers })
}
