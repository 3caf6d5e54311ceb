import type { NextRequest } from 'next/server.js'
import { Auth } from '../core/auth.js'
import type { Session } from '../types/session.js'
import type { SessionOf } from '../types/session-of.js'
import { requestSeen } from './next/address.js'
import { authFunction } from './next/auth-function.js'
import { complete, type NextAuthGiven } from './next/config.js'
import { departuresOf } from './next/depart.js'
import type { NextAuthResult } from './next/result.js'
import { configFor } from './shared/lazy.js'

export { AuthError, CredentialsSignin } from '../errors.js'
export type { Account, DefaultSession, Profile, Session, SessionOf, User } from '../index.js'
export { customFetch } from '../types/symbols.js'
export type { AuthorizedParams, NextAuthCallbacks, NextAuthConfig, NextAuthGiven } from './next/config.js'
export type { PageContext, PageRequest, PageResponse } from './next/pages-router.js'
export type {
  ContextOf,
  NextAuthFunction,
  NextAuthRequest,
  NextAuthResult,
  NextSignIn,
  NextSignOut,
  RouteContext,
} from './next/result.js'

/**
 * Signs people in to a Next app, in the Node and in the edge runtime.
 *
 * Secret, trusted host and provider credentials are read from the environment where the configuration leaves them out. The
 * actions are at `/api/auth`, unless `basePath` or the path of `AUTH_URL` says otherwise.
 *
 * @param config or a function that gives it for a request; server components, actions and the pages router have none to give
 *
 * @example
 * ```ts
 * import NextAuth from 'latchkey/next'
 *
 * export const { handlers, auth, signIn, signOut } = NextAuth({
 *   providers: [{ id: 'harbor', name: 'Harbor', type: 'oidc', issuer: 'https://harbor.example' }],
 * })
 * ```
 */
export default function NextAuth<S extends Session = Session>(
  config: NextAuthGiven<S>,
): NextAuthResult<SessionTold<S>>
export default function NextAuth(given: NextAuthGiven): NextAuthResult {
  const configure = async (request?: NextRequest) => configFor(given, request)
  const answer = async (request: NextRequest) => {
    if (isAskedByRouter(request)) return new Response(null, { status: 204 })
    const config = complete(await configure(request))
    return Auth(requestSeen(request, config), config)
  }
  return {
    handlers: { GET: answer, POST: answer },
    auth: authFunction(configure),
    ...departuresOf(async () => complete(await configure())),
  } as NextAuthResult
}

/**
 * Next's router prefetches what a guarded page redirects to, and cannot show it: it lets the browser ask again. Answered
 * in earnest, it would use up a link of a mail, or get a CSRF cookie in place of the one that the visitor's form needs.
 */
function isAskedByRouter({ method, headers }: NextRequest): boolean {
  return method === 'GET' && headers.has('rsc')
}

/** What a reader gets of a `session` callback that returns this; {@link Session} where the app has none. */
export type SessionTold<S> =
  (<T>() => T extends S ? 1 : 2) extends <T>() => T extends Session ? 1 : 2
    ? Session
    : SessionOf<{ callbacks: { session: () => S } }>
