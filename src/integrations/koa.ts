import type { Middleware, ParameterizedContext } from 'koa'
import { AuthError } from '../errors.js'
import { createAuth, type RequireAuthOptions } from '../server.js'
import type { InferSession } from '../types/infer-session.js'
import type { Session } from '../types/session.js'
import {
  addHeadersToError,
  appendCookies,
  createRequestState,
  toKoaIncomingRequest,
  writeResponse,
} from './koa/request-auth.js'
import type { ConfigApi } from './shared/bind-api.js'
import { type ConfigInput, type IntegrationConfig, resolveConfigInput } from './shared/config-input.js'
import type { HandlerAuth, HandlerState } from './shared/handler-auth.js'
import { createRequestStore } from './shared/request-store.js'

export type { ConfigApi as KoaApi } from './shared/bind-api.js'
export * from './shared/exports.js'

/** The configuration of a Koa app. What you leave out is read from environment variables. */
export type KoaAuthConfig = IntegrationConfig

/** The authentication of one request, as `ctx.state.auth`. */
export interface KoaRequestAuth<S = Session, Api = object> extends HandlerAuth<S, Api> {}

/** The state of an app that uses the middleware `auth`: `new Koa<KoaAuthState>()`. */
export interface KoaAuthState<S = Session, Api = object> {
  auth: KoaRequestAuth<S, Api>
}

/** Middleware of Koa, which sets and reads `ctx.state.auth`. */
export type KoaMiddleware<S = Session, Api = object> = Middleware<KoaAuthState<S, Api>>

/** What {@link KoaAuth} returns. */
export interface KoaAuthResult<S = Session, Api = object> {
  /** The middleware for the whole app: handles the authentication requests, and sets `ctx.state.auth` for all others. */
  readonly auth: KoaMiddleware<S, Api>
  /**
   * Creates middleware that requires a signed-in user, a level (`acr`) or a recent sign-in (`maxAge`, in seconds). A page is redirected
   * to the sign-in page or to the step-up page. An API gets status 401. If the session cannot be read, it throws an error with status 503.
   */
  requireAuth(requirement?: RequireAuthOptions): KoaMiddleware<S, Api>
}

/** The state that the middleware `auth` sets, for routers in other files: `new Router<InferState<typeof auth>>()`. */
export type InferState<M> = M extends Middleware<infer State> ? State : never

/**
 * Adds authentication to a Koa app: handles the authentication requests below `/auth`, and sets `ctx.state.auth`.
 *
 * The secret, `trustHost` and provider credentials default to environment variables.
 *
 * @param config the configuration, or a function that returns it for a request
 *
 * @example
 * ```ts
 * import Koa from 'koa'
 * import { KoaAuth, type KoaAuthState } from 'latchkey/koa'
 * import GitHub from 'latchkey/providers/github'
 *
 * const { auth } = KoaAuth({ providers: [GitHub] })
 *
 * const app = new Koa<KoaAuthState>()
 * app.use(auth)
 * app.use(async ctx => {
 *   const session = await ctx.state.auth.getSession()
 *   ctx.body = `Hello ${session?.user?.name ?? 'visitor'}`
 * })
 *
 * app.listen(3000)
 * ```
 */
export function KoaAuth<Config extends KoaAuthConfig>(
  config: ConfigInput<Config, ParameterizedContext>,
): KoaAuthResult<InferSession<Config>, ConfigApi<Config>>
export function KoaAuth(config: ConfigInput<KoaAuthConfig, ParameterizedContext>): KoaAuthResult {
  const states = createRequestStore<object, HandlerState>()
  return {
    async auth(ctx, next) {
      assertContext(ctx)
      if (states.get(ctx.req)) return next()
      const auth = createAuth(await resolveConfigInput(config, ctx))
      const [pathname = ''] = ctx.originalUrl.split('?', 1)
      if (auth.isActionPath(pathname))
        return writeResponse(ctx, await auth.handleIncomingRequest(toKoaIncomingRequest(ctx)))
      const state = createRequestState(ctx, auth)
      states.set(ctx.req, state)
      ctx.state.auth = state.auth
      return runHandlers(ctx, state, next)
    },
    requireAuth:
      (requirement = {}) =>
      async (ctx, next) => {
        const state = states.get(ctx.req)
        if (!state)
          throw new AuthError('`requireAuth` needs the middleware `auth`. Call `app.use(auth)` first.')
        // An app may have several configurations. Behind a guard, `auth` is that of the guard.
        ctx.state.auth = state.auth
        const response = await state.requireAuth(requirement)
        return response ? writeResponse(ctx, response) : next()
      },
  }
}

/** Appends the cookies to the response of the handlers, and to that of an error. */
async function runHandlers(
  ctx: ParameterizedContext,
  state: HandlerState,
  next: () => Promise<unknown>,
): Promise<void> {
  try {
    await next()
    await appendCookies(ctx, state)
  } catch (error) {
    await appendCookies(ctx, state)
    addHeadersToError(ctx, error, state)
    throw error
  }
}

/** Koa 1 calls middleware without a context, and Express with a request. */
function assertContext(ctx: Partial<Pick<ParameterizedContext, 'append' | 'response'>> | undefined): void {
  if (typeof ctx?.append === 'function' && ctx.response) return
  throw new AuthError('`auth` is middleware of Koa 2 or 3, but was not called with a context of it.')
}
