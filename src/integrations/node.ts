import type { IncomingMessage, ServerResponse } from 'node:http'
import { createAuth, type RequireAuthOptions } from '../server.js'
import type { GuardedSession } from '../types/guarded-session.js'
import type { InferSession } from '../types/infer-session.js'
import type { Plugin } from '../types/plugin.js'
import type { Session } from '../types/session.js'
import { getNodeSession } from './node/node-session.js'
import { toNodeIncomingRequest } from './node/request.js'
import { bindNodeApi, bindNodeSessions, requireNodeAuth } from './node/require-auth.js'
import { writeResponse } from './node/write-response.js'
import type { RequestApi } from './shared/bind-api.js'
import type { RequestSessions } from './shared/bind-sessions.js'
import type { IntegrationConfig } from './shared/config-input.js'

export { AuthError, CredentialsSignin } from '../errors.js'
export type { Account, DefaultSession, InferSession, Profile, Session, User } from '../index.js'

/** The configuration of a Node server. What you leave out is read from environment variables. */
export type NodeAuthConfig = IntegrationConfig

/** Handles one request of a Node server. */
export type NodeHandler = (req: IncomingMessage, res: ServerResponse) => Promise<void>

/**
 * Handles the authentication requests of a `node:http` server. Call the handler with every request below `basePath` (default
 * `/auth`). A failure is an error response; the handler never throws.
 *
 * The secret, `trustHost` and provider credentials default to environment variables.
 *
 * @example
 * ```ts
 * import { createServer } from 'node:http'
 * import { getSession, NodeAuth, type NodeAuthConfig } from 'latchkey/node'
 * import GitHub from 'latchkey/providers/github'
 *
 * const config: NodeAuthConfig = { providers: [GitHub] }
 * const auth = NodeAuth(config)
 *
 * createServer(async (req, res) => {
 *   if (req.url?.startsWith('/auth/')) return auth(req, res)
 *   const session = await getSession(req, config, res)
 *   res.end(`Hello ${session?.user?.name ?? 'visitor'}`)
 * }).listen(3000)
 * ```
 */
export function NodeAuth(config: NodeAuthConfig): NodeHandler {
  const auth = createAuth(config)
  return async (req, res) => writeResponse(await auth.handleIncomingRequest(toNodeIncomingRequest(req)), res)
}

/**
 * Reads the session of a request.
 *
 * @param res extends the session if that is due, with a cookie on this response. Without it, the session is not extended.
 * @returns the session with all columns of the user, or `null` if no user is signed in
 * @throws SessionUnavailable if the database or a callback fails: respond with 503, the user is still signed in
 * @throws AuthError if the configuration is invalid
 *
 * @example
 * ```ts
 * import type { IncomingMessage } from 'node:http'
 * import { getSession, type NodeAuthConfig } from 'latchkey/node'
 *
 * export async function getUserName(req: IncomingMessage, config: NodeAuthConfig) {
 *   const session = await getSession(req, config)
 *   return session?.user?.name
 * }
 * ```
 */
export async function getSession<Config extends NodeAuthConfig>(
  req: IncomingMessage,
  config: Config,
  res?: ServerResponse | null,
): Promise<InferSession<Config> | null>
export async function getSession(
  req: IncomingMessage,
  config: NodeAuthConfig,
  res?: ServerResponse | null,
): Promise<Session | null> {
  return await getNodeSession(createAuth(config), req, res)
}

/**
 * Requires a signed-in user, a level (`acr`) or a recent sign-in (`maxAge`, in seconds). A page is redirected to the sign-in page or to
 * the step-up page. An API gets status 401. If the session cannot be read, the response is 503.
 *
 * @returns the session, or `null` if the response was written
 * @throws AuthError if the configuration or the requirement is invalid
 *
 * @example
 * ```ts
 * import type { IncomingMessage, ServerResponse } from 'node:http'
 * import { type NodeAuthConfig, requireAuth } from 'latchkey/node'
 *
 * declare const config: NodeAuthConfig
 *
 * export async function showBilling(req: IncomingMessage, res: ServerResponse) {
 *   const session = await requireAuth(req, res, config, { maxAge: 600 })
 *   if (session) res.end(`Hello ${session.user?.name}`)
 * }
 * ```
 */
export async function requireAuth<Config extends NodeAuthConfig>(
  req: IncomingMessage,
  res: ServerResponse,
  config: Config,
  requirement?: RequireAuthOptions,
): Promise<GuardedSession<InferSession<Config>> | null>
export async function requireAuth(
  ...[req, res, config, requirement]: [IncomingMessage, ServerResponse, NodeAuthConfig, RequireAuthOptions?]
): Promise<Session | null> {
  return await requireNodeAuth(createAuth(config), { req, res }, requirement)
}

/**
 * Returns the server functions of the plugins, bound to a request. Their cookies are set on the response.
 *
 * @example
 * ```ts
 * import type { IncomingMessage, ServerResponse } from 'node:http'
 * import { getApi } from 'latchkey/node'
 * import type { PluginContext } from 'latchkey/plugins'
 *
 * const greeting = { id: 'greeting' as const, api: { greet: (ctx: PluginContext) => `Hello at ${ctx.origin}` } }
 * const config = { providers: [], plugins: [greeting] }
 *
 * export const greet = (req: IncomingMessage, res: ServerResponse) => getApi(req, config, res).greeting.greet()
 * ```
 */
export function getApi<const Plugins extends readonly Plugin[]>(
  req: IncomingMessage,
  config: NodeAuthConfig & { plugins: Plugins },
  res?: ServerResponse,
): RequestApi<Plugins>
export function getApi(req: IncomingMessage, config: NodeAuthConfig, res?: ServerResponse): object {
  return bindNodeApi(createAuth(config), req, res)
}

/**
 * Returns the functions that list and end sessions, bound to a request. They need the option `revocation`.
 *
 * @example
 * ```ts
 * import type { IncomingMessage, ServerResponse } from 'node:http'
 * import { MemoryAdapter } from 'latchkey/adapters/memory'
 * import { getUserSessions, type NodeAuthConfig } from 'latchkey/node'
 *
 * const config: NodeAuthConfig = { providers: [], adapter: MemoryAdapter(), revocation: { maxStale: 30 } }
 *
 * export async function signOutOthers(req: IncomingMessage, res: ServerResponse): Promise<void> {
 *   await getUserSessions(req, config, res).endOthers()
 *   res.writeHead(303, { location: '/account' }).end()
 * }
 * ```
 */
export function getUserSessions(
  req: IncomingMessage,
  config: NodeAuthConfig,
  res?: ServerResponse,
): RequestSessions {
  return bindNodeSessions(createAuth(config), req, res)
}
