import { type NextRequest, NextResponse } from 'next/server.js'
import { session, type Visit } from '../../core/facade.js'
import { SessionUnavailable } from '../../errors.js'
import type { AuthConfig } from '../../types/config.js'
import { setCookieLines } from '../shared/cookies.js'
import { arrivalOf } from '../shared/public-request.js'
import { asking } from './asking.js'
import { complete, type NextAuthConfig } from './config.js'
import type { NextAuthRequest } from './result.js'
import { isWayIn, toSignIn } from './way-in.js'

/** What runs for those who may pass. */
export type Guarded = (request: NextAuthRequest) => Promise<Response | undefined>

/**
 * Stands before a page or a handler. Whoever `authorized` does not let pass is sent to sign in, whether or not there is a
 * handler; while nobody can say who is there, what is guarded stays shut.
 */
export async function guard(
  request: NextRequest,
  given: NextAuthConfig,
  handler?: Guarded,
): Promise<Response> {
  const config = complete(given)
  const authorized = given.callbacks?.authorized
  const visit = await visitOf(request, config)
  if (visit === 'unknown') return handler || authorized ? unavailable() : NextResponse.next()

  const verdict = authorized ? await authorized({ request, auth: visit.session }) : true
  return withCookies(await answer(request, { config, visit, verdict, handler }), visit)
}

interface Judged {
  readonly config: AuthConfig
  readonly visit: Visit
  readonly verdict: unknown
  readonly handler: Guarded | undefined
}

async function answer(request: NextRequest, { config, visit, verdict, handler }: Judged): Promise<Response> {
  if (isResponse(verdict)) return ownResponse(verdict)
  if (!verdict) return isWayIn(request, config) ? NextResponse.next() : toSignIn(request, config)
  const auth = visit.session
  return (await handler?.(Object.assign(request, { auth }))) ?? NextResponse.next()
}

/** Also one of another copy of the class: a library may bring its own, and tests have theirs. */
function isResponse(verdict: unknown): verdict is Response {
  if (verdict instanceof Response) return true
  const { status, headers } = (verdict ?? {}) as { status?: unknown; headers?: unknown }
  return typeof status === 'number' && typeof headers === 'object' && headers !== null
}

/** Next takes none but those of its own class. */
function ownResponse(response: Response): Response {
  return response instanceof Response ? response : copyOf(response)
}

async function visitOf(request: NextRequest, config: AuthConfig): Promise<Visit | 'unknown'> {
  const question = asking(arrivalOf(request), config)
  if (!question) return { session: null, cookies: [] }
  try {
    return await session(question, config)
  } catch (error) {
    if (error instanceof SessionUnavailable) return 'unknown'
    throw error
  }
}

/** The cookie is left alone: the visitor is still signed in. */
function unavailable(): Response {
  return new Response('Please try again.', { status: 503, headers: { 'cache-control': 'no-store' } })
}

/**
 * The headers of some answers cannot be changed, so they are copied. A page that was rendered beforehand is one that caches
 * keep, and would give with the cookie in it to whoever asks next.
 */
function withCookies(response: Response, { cookies }: Visit): Response {
  if (cookies.length === 0) return response
  const copy = copyOf(response)
  for (const line of setCookieLines(cookies)) copy.headers.append('set-cookie', line)
  copy.headers.set('cache-control', 'private, no-store')
  return copy
}

function copyOf({ body, status, statusText, headers }: Response): Response {
  return new Response(body, { status, statusText, headers })
}
