import type { NextRequest } from 'next/server.js'
import type { InferSession } from '../types/infer-session.js'
import type { Plugin } from '../types/plugin.js'
import type { Session } from '../types/session.js'
import { createAuthFunction } from './next/auth-function.js'
import { getNextAuth, type NextAuthConfig, type NextAuthConfigInput } from './next/config.js'
import { createRequireAuth } from './next/require-auth.js'
import { handleRouteRequest } from './next/route-request.js'
import { createServerFunctions } from './next/sign-in-out.js'
import type { NextAuthResult } from './next/types.js'
import type { RequestApi } from './shared/bind-api.js'
import { resolveConfigInput } from './shared/config-input.js'

export type {
  AuthorizedParams,
  NextAuthCallbacks,
  NextAuthConfig,
  NextAuthConfigInput,
} from './next/config.js'
export type { PageContext, PageRequest, PageResponse } from './next/pages-router.js'
export type {
  GuardedPage,
  HandlerContext,
  NextAuthFunction,
  NextAuthRequest,
  NextAuthResult,
  NextRequireAuth,
  NextSessionUpdate,
  NextSignIn,
  NextSignInOptions,
  NextSignOut,
  NextSignOutOptions,
  NextSignOutResult,
  RequiredPage,
  RouteContext,
} from './next/types.js'
export * from './shared/exports.js'
export type { TypedCallbacks } from './shared/typed-callbacks.js'

/**
 * Adds authentication to a Next app, in the Node and in the edge runtime.
 *
 * The secret, `trustHost` and provider credentials default to environment variables. The base path is `/api/auth`, unless `basePath`
 * or the path of `AUTH_URL` sets another.
 *
 * @param config the configuration, or a function that returns it for a request. Server components, actions and the pages router call
 *   the function without a request
 *
 * @example
 * ```ts
 * import NextAuth from 'latchkey/next'
 * import GitHub from 'latchkey/providers/github'
 *
 * export const { handlers, auth, signIn, signOut } = NextAuth({ providers: [GitHub] })
 * ```
 */
export default function NextAuth<
  S extends Session = Session,
  const Plugins extends readonly Plugin[] = readonly [],
>(
  config: NextAuthConfigInput<S, Plugins>,
): NextAuthResult<InferSession<NextAuthConfig<S>>, RequestApi<Plugins>>
export default function NextAuth(input: NextAuthConfigInput): NextAuthResult {
  const getConfig = async (request?: NextRequest) => resolveConfigInput(input, request)
  const handler = async (request: NextRequest) => {
    if (isRouterPrefetch(request)) return createPrefetchResponse()
    return handleRouteRequest(getNextAuth(await getConfig(request)), request)
  }
  return {
    handlers: { GET: handler, POST: handler },
    auth: createAuthFunction(getConfig),
    requireAuth: createRequireAuth(getConfig),
    ...createServerFunctions(async () => getNextAuth(await getConfig())),
  } as NextAuthResult
}

/**
 * Next's router prefetches the target of a redirect, cannot show it, and lets the browser request it again. Handling the prefetch
 * would consume a magic link, or replace the CSRF cookie that an open form needs.
 */
function isRouterPrefetch({ method, headers }: NextRequest): boolean {
  return method === 'GET' && headers.has('rsc')
}

/** A cache must not send it to a browser, which requests the same URL without the header. */
function createPrefetchResponse(): Response {
  return new Response(null, { status: 204, headers: { 'cache-control': 'private, no-store', vary: 'rsc' } })
}
