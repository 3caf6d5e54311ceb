import type { IncomingMessage, ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { publicOrigin } from '../config/action-url.js'
import { completing } from '../config/complete.js'
import { publicUrl, runtimeEnvironment } from '../config/environment.js'
import { Auth, sessionOf } from '../core/auth.js'
import { parseUrl } from '../http/url.js'
import type { AuthConfig } from '../types/config.js'
import type { Session } from '../types/session.js'
import type { SessionOf } from '../types/session-of.js'

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
    const request = toRequest(req, completed)
    await send(request ? await Auth(request, completed) : Response.json('Bad request.', { status: 400 }), res)
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
  const origin = originOf(req, completed)
  if (!origin) return null
  const request = new Request(origin, { headers: { cookie: req.headers.cookie ?? '' } })
  return sessionOf(request, completed)
}

const complete = completing()

/** Null for what no web `Request` can be made of: a host with a blank, a method such as TRACE. */
function toRequest(req: IncomingMessage, config: NodeAuthConfig): Request | null {
  const { method = 'GET', url = '/' } = req
  const origin = originOf(req, config)
  if (!origin || !url.startsWith('/')) return null
  const hasBody = method !== 'GET' && method !== 'HEAD'
  const body = hasBody ? { body: bodyOf(req), duplex: 'half' } : {}
  try {
    return new Request(origin + url, { method, headers: headersOf(req), ...body } as RequestInit)
  } catch {
    // The constructor's errors tell nothing that the visitor could mend.
    return null
  }
}

function headersOf({ headers }: IncomingMessage): Headers {
  const copy = new Headers()
  for (const [name, value = []] of Object.entries(headers))
    for (const one of [value].flat()) copy.append(name, one)
  return copy
}

/** Read on demand, so that the limit of the core holds here too. */
function bodyOf(req: IncomingMessage): ReadableStream<Uint8Array> {
  return Readable.toWeb(req) as ReadableStream<Uint8Array>
}

/** That of `AUTH_URL`, else that of the request; null when it has none. */
function originOf(req: IncomingMessage, { trustHost }: NodeAuthConfig): string | null {
  const configured = parseUrl(publicUrl(runtimeEnvironment()) ?? '')
  if (configured) return configured.origin
  const { headers, socket } = req
  const scheme = 'encrypted' in socket ? 'https' : 'http'
  return publicOrigin(name => headers[name]?.toString(), { scheme, isTrusted: trustHost === true })
}

async function send(response: Response, res: ServerResponse): Promise<void> {
  const { 'set-cookie': _, ...headers } = Object.fromEntries(response.headers)
  res.writeHead(response.status, { ...headers, 'set-cookie': response.headers.getSetCookie() })
  res.end(Buffer.from(await response.arrayBuffer()))
}
