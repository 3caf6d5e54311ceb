import { type NextRequest, NextResponse } from 'next/server.js'
import { basePathOf } from '../../config/resolve.js'
import { session, type Visit } from '../../core/facade.js'
import { isAuthAction } from '../../core/parse.js'
import { SessionUnavailable } from '../../errors.js'
import type { AuthConfig } from '../../types/config.js'
import { setCookieLines } from '../shared/cookies.js'
import { arrivalOf, originOf } from '../shared/public-request.js'
import { asking } from './asking.js'
import { complete, type NextAuthConfig } from './config.js'
import type { NextAuthRequest } from './result.js'

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
  readonly verdict: boolean | Response | undefined
  readonly handler: Guarded | undefined
}

async function answer(request: NextRequest, { config, visit, verdict, handler }: Judged): Promise<Response> {
  if (verdict instanceof Response) return verdict
  if (!verdict) return isWayIn(request, config) ? NextResponse.next() : toSignIn(request, config)
  const auth = visit.session
  return (await handler?.(Object.assign(request, { auth }))) ?? NextResponse.next()
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

/** Where one signs in nobody is signed in yet: the app's own page, and the actions. */
function isWayIn({ nextUrl: { pathname } }: NextRequest, { pages, basePath }: AuthConfig): boolean {
  const base = basePathOf(basePath)
  const [action = '', , ...rest] = pathname.slice(base.length + 1).split('/')
  const isAction = pathname.startsWith(`${base}/`) && isAuthAction(action) && rest.length === 0
  return isAction || pathname === pages?.signIn
}

/** A form is not posted on to the sign-in page. */
function toSignIn(request: NextRequest, config: AuthConfig): Response {
  const { pathname, search, origin: own } = new URL(request.url)
  const origin = originOf(arrivalOf(request), config) ?? own
  const page = config.pages?.signIn || `${basePathOf(config.basePath)}/signin`
  const url = new URL(page, origin)
  for (const [name, value] of new URLSearchParams(search)) url.searchParams.append(name, value)
  url.searchParams.set('callbackUrl', origin + pathname + search)
  const isRead = request.method === 'GET' || request.method === 'HEAD'
  return NextResponse.redirect(url, isRead ? 307 : 303)
}

/** The headers of some answers cannot be changed, so they are copied. */
function withCookies(response: Response, { cookies }: Visit): Response {
  if (cookies.length === 0) return response
  const copy = new Response(response.body, response)
  for (const line of setCookieLines(cookies)) copy.headers.append('set-cookie', line)
  return copy
}
