import { toIncomingRequest, toResponse } from '../http/web.js'
import type { AuthConfig } from '../types/config.js'
import type { ResponseInternal } from '../types/request.js'
import type { raw } from '../types/symbols.js'
import { handleRequest } from './handle.js'

/**
 * Handles the authentication requests of an app. Call it with every request below `basePath`.
 *
 * @param request a web `Request` whose URL has the public origin of the app
 * @param config resolved once per object, so create it outside the request handler
 * @returns the `Response`; with `raw: raw` the response as data
 * @throws AuthError only with `raw: raw`; otherwise a failure is an error response
 *
 * @example
 * ```ts
 * import { Auth, type AuthConfig } from 'latchkey'
 * import GitHub from 'latchkey/providers/github'
 *
 * const config: AuthConfig = {
 *   trustHost: true,
 *   secret: process.env.AUTH_SECRET,
 *   providers: [GitHub],
 * }
 *
 * export default { fetch: (request: Request) => Auth(request, config) }
 * ```
 */
export function Auth(request: Request, config: AuthConfig & { raw: typeof raw }): Promise<ResponseInternal>
export function Auth(request: Request, config: Omit<AuthConfig, 'raw'>): Promise<Response>
export async function Auth(request: Request, config: AuthConfig): Promise<Response | ResponseInternal> {
  const output = await handleRequest(toIncomingRequest(request), config)
  return 'setCookies' in output ? toResponse(output) : output
}
