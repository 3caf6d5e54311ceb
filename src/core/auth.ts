import type { Method } from '../types/action.js'
import type { AuthConfig } from '../types/config.js'
import type { Session } from '../types/session.js'
import type { raw } from '../types/symbols.js'
import type { ResponseInternal } from '../types/wire.js'
import { knock } from './enter.js'
import { handle } from './handle.js'
import { settingsOf } from './settings.js'

/**
 * Serves the authentication actions of one site: give it every request below `basePath`.
 *
 * @param request a web `Request`; its URL must be the one that the visitor sees
 * @param config resolved once per object; make it outside the request handler
 * @returns the `Response`; with `raw: raw` the answer as data
 * @throws AuthError only with `raw: raw`; otherwise every failure is an answer
 *
 * @example
 * ```ts
 * import { Auth, type AuthConfig } from 'latchkey'
 *
 * const config: AuthConfig = {
 *   trustHost: true,
 *   secret: process.env.AUTH_SECRET,
 *   providers: [{ id: 'harbor', name: 'Harbor', type: 'oidc', issuer: 'https://harbor.example', clientId: 'app' }],
 * }
 *
 * export default { fetch: (request: Request) => Auth(request, config) }
 * ```
 */
export function Auth(request: Request, config: AuthConfig & { raw: typeof raw }): Promise<ResponseInternal>
export function Auth(request: Request, config: Omit<AuthConfig, 'raw'>): Promise<Response>
export function Auth(request: Request, config: AuthConfig): Promise<Response | ResponseInternal> {
  return handle(request, config)
}

/**
 * Reads the session of a request for the app's own server, and changes nothing.
 *
 * @throws SessionUnavailable when nobody can say whether there is one
 * @throws AuthError when the configuration is at fault
 */
export async function sessionOf(request: Request, config: AuthConfig): Promise<Session | null> {
  const resolved = settingsOf(config)
  if (!resolved.settings) throw resolved.fault
  const url = new URL(request.url)
  const call = { request, method: 'GET' as Method, url, action: 'session' as const, providerId: null }
  const ctx = knock({ ...call, query: {}, body: {}, form: null }, resolved.settings)
  return resolved.settings.sessions.touch(ctx, { view: 'server', lookOnly: true })
}
