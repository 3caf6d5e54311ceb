import type { RequireAuthOptions } from '../server.js'
import type { GuardedSession } from '../types/guarded-session.js'
import type { InferSession } from '../types/infer-session.js'
import type { Session } from '../types/session.js'
import { createH3Auth, type H3Middleware } from './h3/create-auth.js'
import type { H3Event } from './h3/event-types.js'
import type { H3RequestAuth } from './h3/request-auth.js'
import type { ConfigApi } from './shared/bind-api.js'
import type { ConfigInput, IntegrationConfig } from './shared/config-input.js'

export * from './shared/exports.js'
export type { ConfigApi as H3Api, H3Event, H3Middleware, H3RequestAuth }

/** The configuration of an h3 app. What you leave out is read from environment variables. */
export type H3AuthConfig = IntegrationConfig

/** What is added to `event.context`. */
export interface H3AuthContext<S = Session, Api = object> {
  /** Behind the middleware `auth`: the authentication of the request. */
  auth: H3RequestAuth<S, Api>
  /** Behind `requireAuth`: the session. */
  session?: GuardedSession<S>
}

/** What {@link H3Auth} returns. */
export interface H3AuthResult<S = Session, Api = object> {
  /** The middleware for the whole app: handles the authentication requests, and sets `event.context.auth` for all others. */
  readonly auth: H3Middleware
  /**
   * Creates middleware that requires a signed-in user, a level (`acr`) or a recent sign-in (`maxAge`, in seconds). A page is redirected
   * to the sign-in page or to the step-up page. For an API, it throws an error of h3 with status 401. If the session cannot be read,
   * the error has status 503.
   */
  requireAuth(requirement?: RequireAuthOptions): H3Middleware
  /** Does not exist at runtime: it declares the types for {@link InferH3Context}. */
  readonly '~context'?: H3AuthContext<S, Api>
}

/** What is added to `event.context`, for its declaration in an app: `InferH3Context<typeof h3Auth>`. */
export type InferH3Context<Result> = Result extends { readonly '~context'?: infer AuthContext }
  ? NonNullable<AuthContext>
  : never

/**
 * Adds authentication to an app of h3 1, h3 2 or Nitro: handles the authentication requests below `/auth`, and sets
 * `event.context.auth`.
 *
 * The secret, `trustHost` and provider credentials default to environment variables.
 *
 * @param config the configuration, or a function that returns it for an event
 *
 * @example
 * ```ts
 * import { H3 } from 'h3'
 * import { H3Auth } from 'latchkey/h3'
 * import GitHub from 'latchkey/providers/github'
 *
 * const { auth } = H3Auth({ providers: [GitHub] })
 *
 * export const app = new H3()
 *   .use(auth)
 *   .get('/', async ({ context }) => `Hello ${(await context.auth.getSession())?.user?.name ?? 'visitor'}`)
 *   .get('/account', async ({ context }) => (await context.auth.requireAuth()).user)
 * ```
 */
export function H3Auth<Config extends H3AuthConfig, Event extends H3Event = H3Event>(
  config: ConfigInput<Config, Event>,
): H3AuthResult<InferSession<Config>, ConfigApi<Config>>
export function H3Auth(config: ConfigInput<H3AuthConfig, H3Event>): H3AuthResult {
  const { auth, getFunctions, provideSession } = createH3Auth(config)
  return {
    auth,
    requireAuth: requirement => async (event, next) => {
      const result = await getFunctions(event).guard(requirement)
      if (!result.session) return result.redirect
      provideSession(event, result.session)
      return next?.()
    },
  }
}
