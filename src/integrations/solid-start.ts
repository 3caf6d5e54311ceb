import { SessionUnavailable } from '../errors.js'
import { type RequireAuthOptions, type ResponseData, toRequestHead, toResponse } from '../server.js'
import type { GuardedSession } from '../types/guarded-session.js'
import type { InferSession } from '../types/infer-session.js'
import type { Plugin } from '../types/plugin.js'
import type { Session } from '../types/session.js'
import { type ApiRequest, bindApi, type RequestApi } from './shared/bind-api.js'
import { bindSessions, type RequestSessions } from './shared/bind-sessions.js'
import { type ConfigInput, resolveConfigInput } from './shared/config-input.js'
import {
  createCachedActionError,
  isRenderedForAll,
  parseNitroExchange,
  restrictRuleHeaders,
} from './shared/nitro-rules.js'
import { extendRequireAuthOptions } from './shared/require-auth-options.js'
import { removeOrigin } from './shared/shared-render.js'
import {
  getSolidAuth,
  parseHead,
  parseSource,
  type SolidAuthConfig,
  type SolidEvent,
  type SolidRouteEvent,
} from './solid-start/event.js'
import { assertNotCrawling, assertNotPrerendering, isPrerendering } from './solid-start/prerendered.js'

export * from './shared/exports.js'
export type { SolidAuthConfig, SolidEvent, SolidRouteEvent } from './solid-start/event.js'

/** What `getSession` returns. */
export type GetSessionResult = Promise<Session | null>

/** Handles an API route. Returns undefined for other paths, for which SolidStart responds with 404. */
export type SolidHandler<Event extends SolidRouteEvent> = (event: Event) => Promise<Response | undefined>

/** The handlers that a route file exports. HEAD requests use `GET`. */
export interface SolidHandlers<Event extends SolidRouteEvent = SolidRouteEvent> {
  GET: SolidHandler<Event>
  POST: SolidHandler<Event>
}

/**
 * Handles the authentication requests of a SolidStart app, in a catch-all route file below `prefix`.
 *
 * The secret, `trustHost` and provider credentials default to environment variables.
 *
 * @param config the configuration, or a function that returns it for an event
 *
 * @example
 * ```ts
 * // src/routes/api/auth/[...solidauth].ts
 * import GitHub from 'latchkey/providers/github'
 * import { SolidAuth, type SolidAuthConfig } from 'latchkey/solid-start'
 *
 * export const authConfig: SolidAuthConfig = { providers: [GitHub] }
 *
 * export const { GET, POST } = SolidAuth(authConfig)
 * ```
 */
export function SolidAuth<Event extends SolidRouteEvent = SolidRouteEvent>(
  config: ConfigInput<SolidAuthConfig, Event>,
): SolidHandlers<Event> {
  const handler: SolidHandler<Event> = async event => {
    const auth = getSolidAuth(await resolveConfigInput(config, event))
    const { pathname } = new URL(event.request.url)
    const head = toRequestHead(event.request)
    assertNotCrawling(head, auth.basePath)
    if (!auth.isActionPath(pathname)) return undefined
    const nitro = parseNitroExchange(event.request)
    if (isRenderedForAll(nitro)) throw createCachedActionError(event.request, auth.basePath)
    restrictRuleHeaders(nitro, headers => auth.restrictCaching(head, headers, 'private'))
    return auth.handler(event.request, { getClientAddress: () => event.clientAddress })
  }
  return { GET: handler, POST: handler }
}

/**
 * Reads the session of a request.
 *
 * @param source an event, as middleware receives it: extends the session if that is due, with a cookie on the response. A
 *   request: the session is not extended
 * @returns the session with all columns of the user, or `null` if no user is signed in, and in a page that is prerendered
 * @throws SessionUnavailable if the database or a callback fails: respond with 503, the user is still signed in
 * @throws AuthError if the configuration is invalid
 *
 * @example
 * ```ts
 * import { getSession, type SolidAuthConfig, type SolidEvent } from 'latchkey/solid-start'
 *
 * declare const authConfig: SolidAuthConfig
 *
 * // Middleware: pages and server functions read the session from `event.locals`.
 * export async function loadSession(event: SolidEvent & { locals: Record<string, unknown> }) {
 *   event.locals.session = await getSession(event, authConfig)
 * }
 * ```
 */
export async function getSession<Config extends SolidAuthConfig>(
  source: Request | SolidEvent,
  config: Config,
): Promise<InferSession<Config> | null>
export async function getSession(source: Request | SolidEvent, config: SolidAuthConfig): GetSessionResult {
  const { auth, head, setCookies, restrictCaching } = parseSource(source, config)
  if (isPrerendering(head)) return null
  if (!setCookies) return auth.getSession(head)
  const { session, cookies } = await auth.refreshSession(head)
  setCookies(cookies)
  restrictCaching(session ? 'private' : 'visitor')
  return session
}

/**
 * Returns the absolute URL of the sign-in page, for a `redirect` in a server function: the router in the browser would look for a
 * path among the app's own pages. In middleware, a path is enough. In a page that Nitro caches for all visitors, it is a path.
 *
 * @param redirectTo where the sign-in ends. @default the home page
 *
 * @example
 * ```ts
 * import { getSignInUrl, type SolidAuthConfig } from 'latchkey/solid-start'
 *
 * declare const authConfig: SolidAuthConfig
 * declare function redirect(url: string): Error
 *
 * export function requireSignIn(request: Request, page: string): never {
 *   throw redirect(getSignInUrl(request, authConfig, page))
 * }
 * ```
 */
export function getSignInUrl(request: Request, config: SolidAuthConfig, redirectTo?: string): string {
  const { publicBasePath, resolveOrigin } = getSolidAuth(config)
  const { head, isShared } = parseHead(request)
  const origin = isShared ? '' : (resolveOrigin(head) ?? new URL(request.url).origin)
  const query = redirectTo === undefined ? '' : `?${new URLSearchParams({ callbackUrl: redirectTo })}`
  return `${origin}${publicBasePath}/signin${query}`
}

/** The session that is allowed, or the response that is required. */
export type SolidRequireAuthResult<S = Session> =
  | { readonly session: GuardedSession<S>; readonly response: null }
  | { readonly session: null; readonly response: Response }

/**
 * Requires a signed-in user, a level (`acr`) or a recent sign-in (`maxAge`, in seconds). The response redirects a page to the sign-in page
 * or to the step-up page, and is 401 for an API. If the session cannot be read, it is 503.
 *
 * @param requirement in a server function, set `redirectTo` and `respondAs: 'page'`, and throw the response
 * @throws AuthError if the configuration or the requirement is invalid, and in a page that is prerendered
 *
 * @example
 * ```ts
 * import { requireAuth, type SolidAuthConfig, type SolidEvent } from 'latchkey/solid-start'
 *
 * declare const authConfig: SolidAuthConfig
 *
 * // Middleware: a response that it returns is sent instead of the page.
 * export async function guardBilling(event: SolidEvent): Promise<Response | undefined> {
 *   if (!new URL(event.request.url).pathname.startsWith('/billing')) return undefined
 *   return (await requireAuth(event, authConfig, { maxAge: 600 })).response ?? undefined
 * }
 * ```
 */
export async function requireAuth<Config extends SolidAuthConfig>(
  source: Request | SolidEvent,
  config: Config,
  requirement?: RequireAuthOptions,
): Promise<SolidRequireAuthResult<InferSession<Config>>>
export async function requireAuth(
  source: Request | SolidEvent,
  config: SolidAuthConfig,
  requirement: RequireAuthOptions = {},
): Promise<SolidRequireAuthResult> {
  const { auth, head, setCookies, isShared, restrictCaching } = parseSource(source, config)
  assertNotPrerendering('requireAuth', head)
  const options = extendRequireAuthOptions(requirement, { readOnly: setCookies === null })
  try {
    const { session, response, cookies } = await auth.requireAuth(head, options)
    restrictCaching('private')
    if (!session) {
      const origin = isShared ? auth.resolveOrigin(head) : null
      return { session, response: toResponse(omitOrigin(response, origin)) }
    }
    setCookies?.(cookies)
    return { session, response: null }
  } catch (error) {
    if (!(error instanceof SessionUnavailable)) throw error
    const init = { status: 503, headers: { 'cache-control': 'no-store' } }
    return { session: null, response: new Response('Please try again.', init) }
  }
}

function omitOrigin(response: ResponseData, origin: string | null): ResponseData {
  const { location } = response.headers
  if (location === undefined) return response
  return { ...response, headers: { ...response.headers, location: removeOrigin(location, origin) } }
}

/**
 * Returns the server functions of the plugins, bound to a request.
 *
 * @param source an event: the cookies of the functions are set on its response. A request: a function that sets cookies throws
 *
 * @example
 * ```ts
 * import type { PluginContext } from 'latchkey/plugins'
 * import { getApi, type SolidEvent } from 'latchkey/solid-start'
 *
 * const greeting = { id: 'greeting' as const, api: { greet: (ctx: PluginContext) => `Hello at ${ctx.origin}` } }
 * const authConfig = { providers: [], plugins: [greeting] }
 *
 * export const greet = (event: SolidEvent) => getApi(event, authConfig).greeting.greet()
 * ```
 */
export function getApi<const Plugins extends readonly Plugin[]>(
  source: Request | SolidEvent,
  config: SolidAuthConfig & { plugins: Plugins },
): RequestApi<Plugins>
export function getApi(source: Request | SolidEvent, config: SolidAuthConfig): object {
  return bindApi(async () => createApiRequest('getApi', source, config))
}

/**
 * Returns the functions that list and end sessions, bound to a request. They need the option `revocation`.
 *
 * @param source an event: cookies are set on its response. A request: sessions of its user can be listed, and not ended
 *
 * @example
 * ```ts
 * import { MemoryAdapter } from 'latchkey/adapters/memory'
 * import { getUserSessions, type SolidEvent } from 'latchkey/solid-start'
 *
 * const authConfig = { providers: [], adapter: MemoryAdapter(), revocation: { maxStale: 30 } }
 *
 * export const signOutOthers = (event: SolidEvent) => getUserSessions(event, authConfig).endOthers()
 * ```
 */
export function getUserSessions(source: Request | SolidEvent, config: SolidAuthConfig): RequestSessions {
  return bindSessions(async () => createApiRequest('getUserSessions', source, config))
}

function createApiRequest(name: string, source: Request | SolidEvent, config: SolidAuthConfig): ApiRequest {
  const request = parseSource(source, config)
  assertNotPrerendering(name, request.head)
  return request
}
