import type { AuthConfig } from '../types/config.js'
import type { ResponseInternal } from '../types/request.js'
import type { raw } from '../types/symbols.js'
import { handleRequest } from './handle.js'

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
  return handleRequest(request, config)
}
