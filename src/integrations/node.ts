import type { IncomingMessage, ServerResponse } from 'node:http'
import { completing } from '../config/complete.js'
import { sessionOf } from '../core/facade.js'
import type { AuthConfig } from '../types/config.js'
import type { Session } from '../types/session.js'
import type { SessionOf } from '../types/session-of.js'
import { answer } from './node/answer.js'
import { cookieSight } from './node/request.js'
import { respond } from './node/respond.js'

export { AuthError, CredentialsSignin } from '../errors.js'
export type { Account, DefaultSession, Profile, Session, SessionOf, User } from '../index.js'

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
  const completed = complete(config)
  return async (req, res) => {
    await respond(await answer(req, completed), res)
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
): Promise<SessionOf<Config> | null>
export async function getSession(req: IncomingMessage, config: NodeAuthConfig): Promise<Session | null> {
  const completed = complete(config)
  const request = cookieSight(req, completed)
  return request && sessionOf(request, completed)
}

const complete = completing()
