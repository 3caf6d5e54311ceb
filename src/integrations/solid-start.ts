import { normalizeBasePath } from '../config/resolve-config.js'
import { withEnvDefaults } from '../config/with-env-defaults.js'
import { Auth } from '../core/auth.js'
import { isAuthAction } from '../core/parse-request.js'
import { getServerSession, peekSession } from '../core/server-api.js'
import type { AuthConfig } from '../types/config.js'
import type { InferSession } from '../types/infer-session.js'
import type { Session } from '../types/session.js'
import { type ConfigInput, resolveConfig } from './shared/config-input.js'
import { serializeSetCookies } from './shared/cookies.js'
import { toPublicHead, toPublicRequest } from './shared/public-request.js'

export { AuthError, CredentialsSignin } from '../errors.js'
export type { Account, DefaultSession, InferSession, Profile, Session, User } from '../index.js'
export { customFetch } from '../types/symbols.js'

/** The configuration of a SolidStart app: what is left out is taken from the environment. */
export interface SolidAuthConfig extends Omit<AuthConfig, 'raw'> {
  /** Where the route file is: `src/routes/api/auth/[...solidauth].ts`. @default `basePath`, or '/api/auth' without one */
  prefix?: string | undefined
}

/** What `getSession` gives. */
export type GetSessionResult = Promise<Session | null>

/** As much of the event of an API route as is looked at. */
export interface SolidRouteEvent {
  readonly request: Request
}

/** As much of the event of a middleware as is looked at, or of what `getRequestEvent` gives. */
export interface SolidEvent extends SolidRouteEvent {
  readonly response: { readonly headers: Pick<Headers, 'append'> }
  /** As h3 has it; on Node it tells whether the headers have left. */
  readonly nativeEvent?: unknown
}

/** Answers an API route; undefined for what is none of ours, which SolidStart takes for not found. */
export type SolidHandler<Event extends SolidRouteEvent> = (event: Event) => Promise<Response | undefined>

/** The methods that a route file exports; a HEAD goes to `GET`. */
export interface SolidHandlers<Event extends SolidRouteEvent = SolidRouteEvent> {
  GET: SolidHandler<Event>
  POST: SolidHandler<Event>
}

/**
 * Serves the authentication actions of a SolidStart app, in a route file that catches all below `prefix`.
 *
 * Secret, trusted host and provider credentials are read from the environment where the configuration leaves them out.
 *
 * @param config or a function that gives it for an event
 *
 * @example
 * ```ts
 * // src/routes/api/auth/[...solidauth].ts
 * import { SolidAuth, type SolidAuthConfig } from 'latchkey/solid-start'
 *
 * export const authConfig: SolidAuthConfig = {
 *   providers: [{ id: 'harbor', name: 'Harbor', type: 'oidc', issuer: 'https://harbor.example' }],
 * }
 *
 * export const { GET, POST } = SolidAuth(authConfig)
 * ```
 */
export function SolidAuth<Event extends SolidRouteEvent = SolidRouteEvent>(
  config: ConfigInput<SolidAuthConfig, Event>,
): SolidHandlers<Event> {
  const handler: SolidHandler<Event> = async event => {
    const completed = withDefaults(await resolveConfig(config, event))
    const { pathname } = new URL(event.request.url)
    if (!isAuthPath(pathname, completed)) return undefined
    return Auth(toPublicRequest(event.request, completed), completed)
  }
  return { GET: handler, POST: handler }
}

/**
 * Reads the session of a request.
 *
 * @param source a request, and nothing changes; an event, as a middleware has it, and the session is extended when that is
 *   due, by a cookie of its answer
 * @returns the session with the whole user, or `null` when nobody is signed in
 * @throws SessionUnavailable when the store or a callback failed: answer 503, the visitor is still signed in
 * @throws AuthError when the configuration is at fault
 *
 * @example
 * ```ts
 * import { getSession, type SolidAuthConfig, type SolidEvent } from 'latchkey/solid-start'
 *
 * declare const authConfig: SolidAuthConfig
 *
 * // A middleware: everything behind it finds the session in `event.locals`.
 * export async function withSession(event: SolidEvent & { locals: Record<string, unknown> }) {
 *   event.locals.session = await getSession(event, authConfig)
 * }
 * ```
 */
export async function getSession<Config extends SolidAuthConfig>(
  source: Request | SolidEvent,
  config: Config,
): Promise<InferSession<Config> | null>
export async function getSession(source: Request | SolidEvent, config: SolidAuthConfig): GetSessionResult {
  const completed = withDefaults(config)
  if (!('request' in source)) return peekSession(toPublicHead(source, completed), completed)
  const request = toPublicHead(source.request, completed)
  if (hasSentHeaders(source)) return peekSession(request, completed)
  const sessionResult = await getServerSession(request, completed)
  for (const line of serializeSetCookies(sessionResult.cookies))
    source.response.headers.append('set-cookie', line)
  return sessionResult.session
}

/**
 * The address of the sign-in page, with its origin, for a `redirect` of a server function: the router in the browser would
 * look for a path among its own pages. A middleware needs none of it, a path will do there.
 *
 * @param redirectTo where the visitor is led in the end. @default the home page
 *
 * @example
 * ```ts
 * import { type SolidAuthConfig, getSignInUrl } from 'latchkey/solid-start'
 *
 * declare const authConfig: SolidAuthConfig
 * declare function redirect(url: string): Error
 *
 * export function away(request: Request, page: string): never {
 *   throw redirect(getSignInUrl(request, authConfig, page))
 * }
 * ```
 */
export function getSignInUrl(request: Request, config: SolidAuthConfig, redirectTo?: string): string {
  const completed = withDefaults(config)
  const { origin } = new URL(toPublicHead(request, completed).url)
  const query = redirectTo === undefined ? '' : `?${new URLSearchParams({ callbackUrl: redirectTo })}`
  return `${origin}${completed.basePath}/signin${query}`
}

/** One that names only `basePath` means the same. */
const withDefaults = withEnvDefaults(({ prefix, basePath }: SolidAuthConfig) => ({
  basePath: normalizeBasePath(prefix ?? basePath ?? '/api/auth'),
}))

function isAuthPath(pathname: string, { basePath = '' }: AuthConfig): boolean {
  if (!pathname.startsWith(`${basePath}/`)) return false
  const [action = ''] = pathname.slice(basePath.length).split('/').filter(Boolean)
  return isAuthAction(action)
}

/** A page that is streamed has sent its headers before all of it is rendered; they take no cookie any more. */
function hasSentHeaders({ nativeEvent }: SolidEvent): boolean {
  const { node } = (nativeEvent ?? {}) as { node?: { res?: { headersSent?: boolean } } }
  return node?.res?.headersSent === true
}
