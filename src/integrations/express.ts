import type { ServerResponse } from 'node:http'
import { type AuthInstance, createAuth, type IntegrationOptions, type RequireAuthOptions } from '../server.js'
import type { GuardedSession } from '../types/guarded-session.js'
import type { InferSession } from '../types/infer-session.js'
import type { Plugin } from '../types/plugin.js'
import type { Session } from '../types/session.js'
import { type MountPoint, resolveMountBasePath } from './express/mount-path.js'
import { getNodeSession } from './node/node-session.js'
import { type NodeRequest, toNodeIncomingRequest } from './node/request.js'
import { bindNodeApi, bindNodeSessions, requireNodeAuth } from './node/require-auth.js'
import { writeResponse } from './node/write-response.js'
import type { RequestApi } from './shared/bind-api.js'
import type { RequestSessions } from './shared/bind-sessions.js'
import { type ConfigInput, type IntegrationConfig, resolveConfigInput } from './shared/config-input.js'

export * from './shared/exports.js'

/** The configuration of an Express app. What you leave out is read from environment variables; the mount path is the base path. */
export type ExpressAuthConfig = IntegrationConfig

/** What `getSession` returns. */
export type GetSessionResult = Promise<Session | null>

/** The part of Express's `Request` that is used; Express 4 and 5 both fit. */
export interface ExpressRequest extends NodeRequest, MountPoint {
  originalUrl: string
}

/** The part of a request that is used to read a session. */
export interface SessionSource extends NodeRequest {
  /** The response, as Express stores it. */
  res?: ServerResponse | undefined
}

/** Middleware for `app.use`, `app.all` or a router. */
export type ExpressHandler<Req extends ExpressRequest = ExpressRequest> = (
  req: Req,
  res: ServerResponse,
  next: (error?: unknown) => void,
) => Promise<void>

/**
 * Handles the authentication requests of an Express 4 or 5 app, below the path where it is mounted.
 *
 * The secret, `trustHost` and provider credentials default to environment variables. Body parsers may run before it. Mounted
 * without a path, it handles `basePath` (default `/auth`) and calls `next` for all other requests.
 *
 * @param config the configuration, or a function that returns it for a request. An error in the function goes to `next`
 *
 * @example
 * ```ts
 * import { ExpressAuth, type ExpressAuthConfig } from 'latchkey/express'
 * import GitHub from 'latchkey/providers/github'
 *
 * declare const app: { use(path: string, handler: ReturnType<typeof ExpressAuth>): void }
 *
 * const config: ExpressAuthConfig = { providers: [GitHub] }
 *
 * app.use('/auth', ExpressAuth(config))
 * ```
 */
export function ExpressAuth<Req extends ExpressRequest = ExpressRequest>(
  config: ConfigInput<ExpressAuthConfig, Req>,
): ExpressHandler<Req> {
  const getMountedAuth = createMountAuthGetter()
  return async (req, res, next) => {
    try {
      const expressConfig = await resolveConfigInput(config, req)
      const mount = resolveMountBasePath(req)
      const auth = mount ? getMountedAuth(expressConfig, mount) : createAuth(expressConfig)
      if (!mount && !req.originalUrl.startsWith(`${auth.basePath}/`)) return next()
      writeResponse(await auth.handleIncomingRequest(toNodeIncomingRequest(req)), res)
    } catch (error) {
      next(error)
    }
  }
}

/**
 * Reads the session of a request.
 *
 * @param res extends the session if that is due, with a cookie on this response; `null` changes nothing. @default `req.res`
 * @returns the session with all columns of the user, or `null` if no user is signed in
 * @throws SessionUnavailable if the database or a callback fails: respond with 503, the user is still signed in
 * @throws AuthError if the configuration is invalid
 *
 * @example
 * ```ts
 * import type { ServerResponse } from 'node:http'
 * import { type ExpressAuthConfig, type ExpressRequest, getSession } from 'latchkey/express'
 *
 * declare const config: ExpressAuthConfig
 *
 * export async function sayHello(req: ExpressRequest, res: ServerResponse) {
 *   const session = await getSession(req, config)
 *   res.end(`Hello ${session?.user?.name ?? 'visitor'}`)
 * }
 * ```
 */
export async function getSession<Config extends ExpressAuthConfig>(
  req: SessionSource,
  config: Config,
  res?: ServerResponse | null,
): Promise<InferSession<Config> | null>
export async function getSession(
  req: SessionSource,
  config: ExpressAuthConfig,
  res: ServerResponse | null | undefined = req.res,
): GetSessionResult {
  return await getNodeSession(createAuth(config), req, res)
}

/**
 * Middleware that requires a sign-in. It reads the session and sets `res.locals.session`, whose type the handlers of the same route get.
 * The first signature is for other calls, which may have any `res.locals`. Types are inferred from the last one.
 */
export interface RequireAuthHandler<S = Session> {
  (
    req: SessionSource,
    res: ServerResponse & { locals: Record<string, unknown> },
    next: (error?: unknown) => void,
  ): Promise<void>
  (
    req: SessionSource,
    res: ServerResponse & { locals: { session: GuardedSession<S> } },
    next: (error?: unknown) => void,
  ): Promise<void>
}

/**
 * Creates middleware that requires a signed-in user, a level (`acr`) or a recent sign-in (`maxAge`, in seconds). A page is redirected to
 * the sign-in page or to the step-up page. An API gets status 401. If the session cannot be read, the response is 503.
 *
 * @example
 * ```ts
 * import { type ExpressAuthConfig, requireAuth, type RequireAuthHandler } from 'latchkey/express'
 *
 * declare const config: ExpressAuthConfig
 * declare const app: { use(path: string, handler: RequireAuthHandler): void }
 *
 * app.use('/billing', requireAuth(config, { maxAge: 600 }))
 * ```
 */
export function requireAuth<Config extends ExpressAuthConfig>(
  config: Config,
  requirement?: RequireAuthOptions,
): RequireAuthHandler<InferSession<Config>>
export function requireAuth(config: ExpressAuthConfig, requirement?: RequireAuthOptions): RequireAuthHandler {
  return async (
    req: SessionSource,
    res: ServerResponse & { locals: Record<string, unknown> },
    next: (error?: unknown) => void,
  ) => {
    try {
      const session = await requireNodeAuth(createAuth(config), { req, res }, requirement)
      if (!session) return
      res.locals.session = session
      next()
    } catch (error) {
      next(error)
    }
  }
}

/**
 * Returns the server functions of the plugins, bound to a request. Their cookies are set on the response.
 *
 * @param res the response. @default `req.res`
 *
 * @example
 * ```ts
 * import { type ExpressRequest, getApi } from 'latchkey/express'
 * import type { PluginContext } from 'latchkey/plugins'
 *
 * const greeting = { id: 'greeting' as const, api: { greet: (ctx: PluginContext) => `Hello at ${ctx.origin}` } }
 * const config = { providers: [], plugins: [greeting] }
 *
 * export const greet = (req: ExpressRequest) => getApi(req, config).greeting.greet()
 * ```
 */
export function getApi<const Plugins extends readonly Plugin[]>(
  req: SessionSource,
  config: ExpressAuthConfig & { plugins: Plugins },
  res?: ServerResponse,
): RequestApi<Plugins>
export function getApi(req: SessionSource, config: ExpressAuthConfig, res = req.res): object {
  return bindNodeApi(createAuth(config), req, res)
}

/**
 * Returns the functions that list and end sessions, bound to a request. They need the option `revocation`.
 *
 * @param res the response. @default `req.res`
 *
 * @example
 * ```ts
 * import { MemoryAdapter } from 'latchkey/adapters/memory'
 * import { type ExpressAuthConfig, type ExpressRequest, getUserSessions } from 'latchkey/express'
 *
 * const config: ExpressAuthConfig = { providers: [], adapter: MemoryAdapter(), revocation: { maxStale: 30 } }
 *
 * export const listSessions = (req: ExpressRequest) => getUserSessions(req, config).list()
 * ```
 */
export function getUserSessions(
  req: SessionSource,
  config: ExpressAuthConfig,
  res = req.res,
): RequestSessions {
  return bindNodeSessions(createAuth(config), req, res)
}

/** How many mount paths are kept. A mount path may contain a parameter, which clients choose. */
const maxMounts = 100

/** Creates instances whose base path is the mount path, without changing the configuration object of the app. */
function createMountAuthGetter(): (config: ExpressAuthConfig, basePath: string) => AuthInstance {
  const optionsByMount = new Map<string, IntegrationOptions>()
  return (config, basePath) => {
    const options = optionsByMount.get(basePath) ?? { getBasePath: () => basePath }
    if (optionsByMount.size >= maxMounts) optionsByMount.clear()
    optionsByMount.set(basePath, options)
    return createAuth(config, options)
  }
}
