import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import { AuthError } from '../errors.js'
import type { RequireAuthOptions } from '../server.js'
import type { InferSession } from '../types/infer-session.js'
import type { Session } from '../types/session.js'
import {
  createPlugin,
  type FastifyAuthPluginOptions,
  type RequestStates,
  sendResponse,
} from './fastify/plugin.js'
import type { FastifyRequestAuth } from './fastify/request-auth.js'
import type { ConfigApi } from './shared/bind-api.js'
import type { ConfigInput, IntegrationConfig } from './shared/config-input.js'
import { hiddenMessage, isHidden, logHiddenError } from './shared/hidden-errors.js'
import { createRequestStore } from './shared/request-store.js'

export * from './shared/exports.js'
export type { ConfigApi as FastifyApi, FastifyAuthPluginOptions, FastifyRequestAuth }

/** The configuration of a Fastify app. What you leave out is read from environment variables. */
export type FastifyAuthConfig = IntegrationConfig

/** The plugin for `app.register`. */
export interface FastifyAuthPlugin<S = Session, Api = object>
  extends FastifyPluginAsync<FastifyAuthPluginOptions> {
  /** The type of `request.auth`. There is no value. */
  readonly '~requestAuth'?: FastifyRequestAuth<S, Api>
}

/** A hook for `preHandler` of a route. */
export type FastifyGuard = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply | undefined>

/** What {@link FastifyAuth} returns. */
export interface FastifyAuthResult<S = Session, Api = object> {
  /** The plugin: handles the authentication requests, and sets `request.auth` for all others. */
  readonly auth: FastifyAuthPlugin<S, Api>
  /**
   * Creates a `preHandler` that requires a signed-in user, a level (`acr`) or a recent sign-in (`maxAge`, in seconds). A page is redirected
   * to the sign-in page or to the step-up page. An API gets status 401. If the session cannot be read, the hook throws an error with
   * `statusCode` 503.
   */
  requireAuth(requirement?: RequireAuthOptions): FastifyGuard
}

/**
 * Extend it with your plugin, so that `request.auth` has the types of your configuration:
 * `declare module 'latchkey/fastify' { interface Register { auth: typeof auth } }`.
 */
export interface Register {}

/** The type of `request.auth`, from {@link Register}. */
export type RegisteredRequestAuth = Register extends { auth: { readonly '~requestAuth'?: infer Auth } }
  ? NonNullable<Auth>
  : FastifyRequestAuth

declare module 'fastify' {
  interface FastifyRequest {
    /** The authentication of the request. */
    auth: RegisteredRequestAuth
  }
}

/**
 * Adds authentication to a Fastify app: a plugin that handles the authentication requests below `/auth`, and sets `request.auth`.
 *
 * The secret, `trustHost` and provider credentials default to environment variables.
 *
 * @param config the configuration, or a function that returns it for a request
 *
 * @example
 * ```ts
 * import Fastify from 'fastify'
 * import { FastifyAuth } from 'latchkey/fastify'
 * import GitHub from 'latchkey/providers/github'
 *
 * const { auth, requireAuth } = FastifyAuth({ providers: [GitHub] })
 *
 * const app = Fastify()
 * await app.register(auth)
 * app.get('/', async request => `Hello ${(await request.auth.getSession())?.user?.name ?? 'visitor'}`)
 * app.get('/account', { preHandler: requireAuth() }, async request => request.auth.session.user)
 *
 * await app.listen({ port: 3000 })
 * ```
 */
export function FastifyAuth<Config extends FastifyAuthConfig>(
  config: ConfigInput<Config, FastifyRequest>,
): FastifyAuthResult<InferSession<Config>, ConfigApi<Config>>
export function FastifyAuth(config: ConfigInput<FastifyAuthConfig, FastifyRequest>): FastifyAuthResult {
  const states: RequestStates = createRequestStore()
  return {
    auth: createPlugin(config, states),
    requireAuth:
      (requirement = {}) =>
      async (request, reply) => {
        const state = states.get(request)
        if (!state) throw createMissingPluginError()
        // An app may have several configurations. Behind a guard, `auth` is that of the guard.
        request.auth = state.auth
        const response = await state.requireAuth(requirement)
        return response ? sendResponse(response, reply) : undefined
      },
  }
}

/** Without the plugin, no hook would hide the message from visitors. */
function createMissingPluginError(): Error {
  const error = new AuthError('`requireAuth` needs the plugin `auth`. Call `await app.register(auth)` first.')
  if (!isHidden(error)) return error
  logHiddenError(error, undefined)
  return new Error(hiddenMessage, { cause: error })
}
