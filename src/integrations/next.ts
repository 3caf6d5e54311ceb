import type { NextRequest } from 'next/server.js'
import { Auth } from '../core/auth.js'
import type { InferSession } from '../types/infer-session.js'
import type { Session } from '../types/session.js'
import { createAuthFunction } from './next/auth-function.js'
import { type NextAuthConfigInput, withDefaults } from './next/config.js'
import { toExternalRequest } from './next/public-request.js'
import type { NextAuthResult } from './next/result.js'
import { createServerActions } from './next/sign-in-out.js'
import { resolveConfig } from './shared/config-input.js'

export { AuthError, CredentialsSignin } from '../errors.js'
export type { Account, DefaultSession, InferSession, Profile, Session, User } from '../index.js'
export { customFetch } from '../types/symbols.js'
export type {
  AuthorizedParams,
  NextAuthCallbacks,
  NextAuthConfig,
  NextAuthConfigInput,
} from './next/config.js'
export type { PageContext, PageRequest, PageResponse } from './next/pages-router.js'
export type {
  HandlerContext,
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
  config: NextAuthConfigInput<S>,
): NextAuthResult<InferSessionFromCallback<S>>
export default function NextAuth(input: NextAuthConfigInput): NextAuthResult {
  const configure = async (request?: NextRequest) => resolveConfig(input, request)
  const handler = async (request: NextRequest) => {
    if (isRouterPrefetch(request)) return new Response(null, { status: 204 })
    const config = withDefaults(await configure(request))
    return Auth(toExternalRequest(request, config), config)
  }
  return {
    handlers: { GET: handler, POST: handler },
    auth: createAuthFunction(configure),
    ...createServerActions(async () => withDefaults(await configure())),
  } as NextAuthResult
}

/**
 * Next's router prefetches what a guarded page redirects to, and cannot show it: it lets the browser ask again. Answered
 * in earnest, it would use up a link of a mail, or get a CSRF cookie in place of the one that the visitor's form needs.
 */
function isRouterPrefetch({ method, headers }: NextRequest): boolean {
  return method === 'GET' && headers.has('rsc')
}

/** What a reader gets of a `session` callback that returns this; {@link Session} where the app has none. */
export type InferSessionFromCallback<S> =
  (<T>() => T extends S ? 1 : 2) extends <T>() => T extends Session ? 1 : 2
    ? Session
    : InferSession<{ callbacks: { session: () => S } }>
