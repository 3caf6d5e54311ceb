import type { IncomingMessage, ServerResponse } from 'node:http'
import { withEnvDefaults } from '../config/with-env-defaults.js'
import { peekSession } from '../core/server-api.js'
import type { AuthConfig } from '../types/config.js'
import type { InferSession } from '../types/infer-session.js'
import type { Session } from '../types/session.js'
import { handleRequest } from './node/handle-request.js'
import { toRequestHead } from './node/request.js'
import { writeResponse } from './node/write-response.js'

export { AuthError, CredentialsSignin } from '../errors.js'
export type { Account, DefaultSession, InferSession, Profile, Session, User } from '../index.js'

/** The configuration of a Node server: what is left out is taken from the environment. */
export type NodeAuthConfig = Omit<AuthConfig, 'raw'>

/** Answers one request of a plain Node server. */
export type NodeHandler = (req: IncomingMessage, res: ServerResponse) => Promise<void>

/**
 * Serves the authentication actions on a plain `node:http` server: hand it every request below `basePath`
 * (default `/auth`).
 *
 * Secret, trusted host and provider credentials are read from the environment where the configuration leaves them out.
 *
 * @throws nothing: whatever goes wrong is answered
 *
 * @example
 * ```ts
 * import { createServer } from 'node:http'
 * import { getSession, NodeAuth, type NodeAuthConfig } from 'latchkey/node'
 *
 * const config: NodeAuthConfig = {
 *   providers: [{ id: 'harbor', name: 'Harbor', type: 'oidc', issuer: 'https://harbor.example' }],
 * }
 * const auth = NodeAuth(config)
 *
 * createServer(async (req, res) => {
 *   if (req.url?.startsWith('/auth/')) return auth(req, res)
 *   const session = await getSession(req, config)
 *   res.end(`Hello ${session?.user?.name ?? 'stranger'}`)
 * }).listen(3000)
 * ```
 */
export function NodeAuth(config: NodeAuthConfig): NodeHandler {
  const completed = withDefaults(config)
  return async (req, res) => {
    await writeResponse(await handleRequest(req, completed), res)
  }
}

/**
 * Reads the session of a request.
 *
 * @returns the session with the whole user, or `null` when nobody is signed in
 * @throws SessionUnavailable when the store or a callback failed: answer 503, the visitor is still signed in
 *
 * @example
 * ```ts
 * import type { IncomingMessage } from 'node:http'
 * import { getSession, type NodeAuthConfig } from 'latchkey/node'
 *
 * export async function nameOf(req: IncomingMessage, config: NodeAuthConfig) {
 *   const session = await getSession(req, config)
 *   return session?.user?.name
 * }
 * ```
 */
export async function getSession<Config extends NodeAuthConfig>(
  req: IncomingMessage,
  config: Config,
): Promise<InferSession<Config> | null>
export async function getSession(req: IncomingMessage, config: NodeAuthConfig): Promise<Session | null> {
  const completed = withDefaults(config)
  const request = toRequestHead(req, completed)
  return request && peekSession(request, completed)
}

const withDefaults = withEnvDefaults()
