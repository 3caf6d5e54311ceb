import { completing } from '../config/complete.js'
import { basePathOf } from '../config/resolve.js'
import { Auth } from '../core/auth.js'
import { session, sessionOf } from '../core/facade.js'
import { isAuthAction } from '../core/parse.js'
import type { AuthConfig } from '../types/config.js'
import type { Session } from '../types/session.js'
import type { SessionOf } from '../types/session-of.js'
import { setCookieLines } from './shared/cookies.js'
import { configFor, type Lazy } from './shared/lazy.js'
import { publicRequest, publicSight } from './shared/public-request.js'

export { AuthError, CredentialsSignin } from '../errors.js'
export type { Account, DefaultSession, Profile, Session, SessionOf, User } from '../index.js'
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
  config: Lazy<SolidAuthConfig, Event>,
): SolidHandlers<Event> {
  const answer: SolidHandler<Event> = async event => {
    const completed = complete(await configFor(config, event))
    const { pathname } = new URL(event.request.url)
    if (!isOurs(pathname, completed)) return undefined
    return Auth(publicRequest(event.request, completed), completed)
  }
  return { GET: answer, POST: answer }
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
): Promise<SessionOf<Config> | null>
export async function getSession(source: Request | SolidEvent, config: SolidAuthConfig): GetSessionResult {
  const completed = complete(config)
  if (!('request' in source)) return sessionOf(publicSight(source, completed), completed)
  const request = publicSight(source.request, completed)
  if (headersSent(source)) return sessionOf(request, completed)
  const visit = await session(request, completed)
  for (const line of setCookieLines(visit.cookies)) source.response.headers.append('set-cookie', line)
  return visit.session
}

/**
 * The address of the sign-in page, with its origin, for a `redirect` of a server function: the router in the browser would
 * look for a path among its own pages. A middleware needs none of it, a path will do there.
 *
 * @param page where the visitor is led in the end. @default the home page
 *
 * @example
 * ```ts
 * import { type SolidAuthConfig, signInUrl } from 'latchkey/solid-start'
 *
 * declare const authConfig: SolidAuthConfig
 * declare function redirect(url: string): Error
 *
 * export function away(request: Request, page: string): never {
 *   throw redirect(signInUrl(request, authConfig, page))
 * }
 * ```
 */
export function signInUrl(request: Request, config: SolidAuthConfig, page?: string): string {
  const completed = complete(config)
  const { origin } = new URL(publicSight(request, completed).url)
  const query = page === undefined ? '' : `?${new URLSearchParams({ callbackUrl: page })}`
  return `${origin}${completed.basePath}/signin${query}`
}

/** One that names only `basePath` means the same. */
const complete = completing(({ prefix, basePath }: SolidAuthConfig) => ({
  basePath: basePathOf(prefix ?? basePath ?? '/api/auth'),
}))

function isOurs(pathname: string, { basePath = '' }: AuthConfig): boolean {
  if (!pathname.startsWith(`${basePath}/`)) return false
  const [action = ''] = pathname.slice(basePath.length).split('/').filter(Boolean)
  return isAuthAction(action)
}

/** A page that is streamed has sent its headers before all of it is rendered; they take no cookie any more. */
function headersSent({ nativeEvent }: SolidEvent): boolean {
  const { node } = (nativeEvent ?? {}) as { node?: { res?: { headersSent?: boolean } } }
  return node?.res?.headersSent === true
}
