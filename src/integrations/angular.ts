/**
 * The server of an Angular app: goes before the engine of `@angular/ssr`, in `server.ts`. The pages use `latchkey/angular`.
 *
 * @module
 */
import { createAuth, toResponse } from '../server.js'
import type { InferSession } from '../types/infer-session.js'
import type { Session } from '../types/session.js'
import {
  type AngularRequest,
  type RenderResponse,
  respondWithAuth,
  toAngularIncomingRequest,
} from './angular/request-auth.js'
import type { ConfigApi } from './shared/bind-api.js'
import { type ConfigInput, type IntegrationConfig, resolveConfigInput } from './shared/config-input.js'
import { getPathname } from './shared/pathname.js'

export type { AngularRequest, AngularRequestAuth, RenderResponse } from './angular/request-auth.js'
export type { ConfigApi as AngularApi } from './shared/bind-api.js'
export * from './shared/exports.js'

/** The configuration of an Angular app. What you leave out is read from environment variables. */
export type AngularAuthConfig = IntegrationConfig

/** What {@link AngularAuth} returns. */
export interface AngularAuthResult<S = Session, Api = object> {
  /**
   * Handles the authentication requests, and calls `render` for all others. The cookies of the session are added to the response that
   * `render` returns. If the session cannot be read, the response is 503.
   *
   * @param request the request of Express, or a web `Request`
   * @returns the response; null if `render` returned null
   * @throws what `render` throws, and AuthError if the configuration is invalid
   */
  handleAuth(request: AngularRequest, render: RenderResponse<S, Api>): Promise<Response | null>
}

/**
 * Adds authentication to the server of an Angular app.
 *
 * The secret, `trustHost` and provider credentials default to environment variables.
 *
 * @param config the configuration, or a function that returns it for a request
 *
 * @example
 * ```ts
 * // server.ts
 * import type { IncomingMessage } from 'node:http'
 * import { AngularAuth } from 'latchkey/angular/server'
 * import GitHub from 'latchkey/providers/github'
 *
 * // AngularNodeAppEngine of @angular/ssr/node
 * declare const angularApp: { handle(request: IncomingMessage, context: unknown): Promise<Response | null> }
 *
 * const { handleAuth } = AngularAuth({ providers: [GitHub] })
 *
 * export const respond = (req: IncomingMessage) => handleAuth(req, auth => angularApp.handle(req, { auth }))
 * ```
 */
export function AngularAuth<Config extends AngularAuthConfig>(
  config: ConfigInput<Config, AngularRequest>,
): AngularAuthResult<InferSession<Config>, ConfigApi<Config>>
export function AngularAuth(config: ConfigInput<AngularAuthConfig, AngularRequest>): AngularAuthResult {
  return {
    async handleAuth(request, render) {
      const auth = createAuth(await resolveConfigInput(config, request))
      const incoming = toAngularIncomingRequest(request)
      if (auth.isActionPath(getPathname(incoming.url)))
        return toResponse(await auth.handleIncomingRequest(incoming))
      return respondWithAuth(request, auth, render)
    },
  }
}
