import { toPublicSession } from '../server.js'
import type { InferSession } from '../types/infer-session.js'
import type { Untyped } from '../types/untyped.js'
import { getPageSession, type PageRequest, type PageResponse } from './next/pages-router.js'
import { getContextSession, readRequestContext } from './next/request-context.js'
import { handleRouteRequest } from './next/route-request.js'
import { type ApiResponse, handleApiRequest } from './next-auth-4/api-route.js'
import { type AuthOptions, createNextAuth4 } from './next-auth-4/options.js'
import type { NodeRequest } from './node/request.js'

export { AuthError, CredentialsSignin } from '../errors.js'
export type {
  Account,
  AuthAction,
  Awaitable,
  CookieOption,
  CookiesOptions,
  DefaultSession,
  DefaultUser,
  EventCallbacks,
  InferSession,
  ISODateString,
  LoggerInstance,
  PagesOptions,
  Profile,
  RequestInternal,
  Session,
  SessionOptions,
  SessionStrategyName as SessionStrategy,
  Theme,
  TokenSet,
  User,
} from '../types.js'

export type { AuthOptions, AuthOptions as NextAuthOptions, CallbacksOptions } from './next-auth-4/options.js'

/** The second argument of a route handler. */
type RouteHandlerContext = { params: unknown }

/**
 * Creates the handler of `app/api/auth/[...nextauth]/route.ts` or of `pages/api/auth/[...nextauth].ts`, as NextAuth 4 does. With a request,
 * it handles that request. New apps use `latchkey/next`.
 *
 * @param options the configuration. What you leave out is read from environment variables
 *
 * @example
 * ```ts
 * import NextAuth, { type NextAuthOptions } from 'latchkey/next-auth-4'
 * import GitHub from 'latchkey/providers/github'
 *
 * export const authOptions: NextAuthOptions = {
 *   providers: [GitHub({ clientId: process.env.GITHUB_ID, clientSecret: process.env.GITHUB_SECRET })],
 *   legacySessions: { nextAuth4: { until: '2027-03-01' } },
 *   userId: 'account',
 * }
 *
 * const handler = NextAuth(authOptions)
 *
 * export { handler as GET, handler as POST }
 * ```
 */
export default function NextAuth(options: AuthOptions): Untyped
export default function NextAuth(request: NodeRequest, response: ApiResponse, options: AuthOptions): Untyped
export default function NextAuth(
  request: Request,
  context: RouteHandlerContext,
  options: AuthOptions,
): Untyped
export default function NextAuth(
  first: AuthOptions | NodeRequest | Request,
  second?: ApiResponse | RouteHandlerContext,
  options?: AuthOptions,
): Untyped {
  if (options) return handleRequest(options, first as NodeRequest | Request, second)
  return (request: NodeRequest | Request, responseOrContext?: ApiResponse | RouteHandlerContext) =>
    handleRequest(first as AuthOptions, request, responseOrContext)
}

/** A route handler returns a response. An API route writes one. */
async function handleRequest(
  options: AuthOptions,
  request: NodeRequest | Request,
  responseOrContext: ApiResponse | RouteHandlerContext | undefined,
): Promise<Response | undefined> {
  const auth = createNextAuth4(options)
  if (request instanceof Request) return handleRouteRequest(auth, request)
  await handleApiRequest(auth, request, responseOrContext as ApiResponse)
  return undefined
}

/** Options of {@link getServerSession}. Without providers, for a configuration that another file completes. */
export type GetServerSessionOptions = Partial<AuthOptions>

type GetServerSessionParams<Options> =
  | [request: PageRequest, response: PageResponse, options: Options]
  | [options: Options]
  | []

const defaultOptions: AuthOptions = { providers: [] }

/**
 * Returns the session, as `GET session` responds: with exactly the fields that the `session` callback returned.
 *
 * @param params the configuration, and before it the request and the response in the pages router
 * @returns null if no user is signed in
 * @throws SessionUnavailable if the database or a callback fails
 *
 * @example
 * ```ts
 * import { getServerSession, type NextAuthOptions } from 'latchkey/next-auth-4'
 *
 * const authOptions: NextAuthOptions = { providers: [] }
 *
 * export async function getUserName() {
 *   const session = await getServerSession(authOptions)
 *   return session?.user?.name
 * }
 * ```
 */
export async function getServerSession<
  Options extends GetServerSessionOptions,
  Result = InferSession<Options & Pick<AuthOptions, 'providers'>>,
>(...params: GetServerSessionParams<Options>): Promise<Result | null>
export async function getServerSession(...params: GetServerSessionParams<AuthOptions>): Promise<Untyped> {
  const auth = createNextAuth4((params.length === 3 ? params[2] : params[0]) ?? defaultOptions)
  if (params.length < 3) return toPublicSession(await getContextSession(auth, await readRequestContext()))
  const [req, res] = params as [PageRequest, PageResponse, AuthOptions]
  return toPublicSession(await getPageSession({ req, res }, auth))
}

/** @deprecated Renamed to {@link getServerSession}. */
export const unstable_getServerSession = getServerSession
