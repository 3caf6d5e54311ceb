import { AuthError } from '../errors.js'
import {
  type AuthServer,
  createServer,
  type RequireAuthOptions,
  toIncomingRequest,
  toResponse,
} from '../server.js'
import type { AuthConfig } from '../types/config.js'
import type { WithAssurance } from '../types/evidence.js'
import type { InferSession } from '../types/infer-session.js'
import type { Plugin } from '../types/plugin.js'
import type { Session } from '../types/session.js'
import type { RequestApi } from './shared/bind-api.js'
import { type ConfigInput, resolveConfigInput } from './shared/config-input.js'
import {
  assertArgs,
  readClientAddress,
  type TanStackStartArgs,
  type TanStackStartMiddlewareArgs,
} from './tanstack-start/middleware.js'
import {
  createRequestState,
  type RequestState,
  type TanStackStartRequestAuth,
} from './tanstack-start/request-auth.js'

export { AuthError, CredentialsSignin } from '../errors.js'
export type { Account, DefaultSession, InferSession, Profile, Session, User } from '../index.js'
export { customFetch } from '../types/symbols.js'
export type { TanStackStartArgs, TanStackStartMiddlewareArgs } from './tanstack-start/middleware.js'
export type { TanStackStartRequestAuth } from './tanstack-start/request-auth.js'

/** The configuration of a TanStack Start app. What you leave out is read from environment variables. */
export type TanStackStartAuthConfig = Omit<AuthConfig, 'raw'>

/** The source of a configuration per request. */
export interface TanStackStartSource {
  readonly request: Request
}

/** What request middleware passes on: the context and the response. */
interface MiddlewareResult {
  response: Response
}

/** A function for `createMiddleware().server`, which adds to the context. */
export type TanStackStartMiddleware<Context> = <Result extends MiddlewareResult>(
  args: TanStackStartMiddlewareArgs<Context, Result>,
) => Promise<Result>

/** What {@link TanStackStartAuth} returns. Use it on the server only: in a file whose name ends with `.server.ts`. */
export interface TanStackStartAuthResult<S = Session, Api = object> {
  /** For `createMiddleware().server`, first in `requestMiddleware`: sets `context.auth`, and the session cookies on each response. */
  readonly authenticate: TanStackStartMiddleware<{ auth: TanStackStartRequestAuth<S, Api> }>
  /**
   * For `createMiddleware().server` of a route: requires a signed-in user, a level (`acr`) or a recent sign-in (`maxAge`, in seconds), and
   * sets `context.session`. A page is redirected to the sign-in page or to the step-up page. A `fetch` of a server route gets status
   * 401. If the session cannot be read, the status is 503.
   */
  requireAuth(requirement?: RequireAuthOptions): TanStackStartMiddleware<{ session: WithAssurance<S> }>
  /** The handlers of the server route `/auth/$`: they handle the authentication requests. */
  readonly handlers: {
    readonly GET: (source: TanStackStartSource) => Promise<Response>
    readonly POST: (source: TanStackStartSource) => Promise<Response>
  }
  /**
   * The `filter` of `createCsrfMiddleware`: it verifies calls of server functions and what other sites can post, but no links and no
   * authentication requests. These have CSRF tokens, and providers post to them from their sites (`form_post`, back-channel logout).
   */
  readonly needsCsrfCheck: (args: TanStackStartArgs) => Promise<boolean>
}

/** The functions of the plugins of a configuration. */
export type TanStackStartApi<Config> = Config extends { plugins: infer Plugins extends readonly Plugin[] }
  ? RequestApi<Plugins>
  : object

/**
 * Adds authentication to a TanStack Start app.
 *
 * The secret, `trustHost` and provider credentials default to environment variables.
 *
 * @param config the configuration, or a function that returns it for a request
 *
 * @example
 * ```ts
 * // src/auth.server.ts
 * import GitHub from 'latchkey/providers/github'
 * import { TanStackStartAuth } from 'latchkey/tanstack-start'
 *
 * export const { authenticate, requireAuth, handlers, needsCsrfCheck } = TanStackStartAuth({ providers: [GitHub] })
 *
 * // src/start.ts: createMiddleware().server(authenticate)
 * // src/routes/auth.$.ts: createFileRoute('/auth/$')({ server: { handlers } })
 * ```
 */
export function TanStackStartAuth<Config extends TanStackStartAuthConfig>(
  config: ConfigInput<Config, TanStackStartSource>,
): TanStackStartAuthResult<InferSession<Config>, TanStackStartApi<Config>>
export function TanStackStartAuth(
  config: ConfigInput<TanStackStartAuthConfig, TanStackStartSource>,
): TanStackStartAuthResult {
  const states = new WeakMap<Request, RequestState>()

  const getServer = async ({ request }: TanStackStartSource): Promise<AuthServer> =>
    createServer(await resolveConfigInput(config, { request }))

  async function handle({ request }: TanStackStartSource): Promise<Response> {
    const { handleIncomingRequest } = await getServer({ request })
    const incoming = { ...toIncomingRequest(request), getClientAddress: () => readClientAddress(request) }
    return toResponse(await handleIncomingRequest(incoming))
  }

  return {
    handlers: { GET: handle, POST: handle },
    async authenticate(args) {
      assertArgs(args)
      const current = states.get(args.request)
      if (current) return args.next({ context: { auth: current.auth } })
      const server = await getServer(args)
      const state = createRequestState(args, server)
      states.set(args.request, state)
      const context = { auth: state.auth }
      // The authentication requests set the cookies of the session themselves.
      if (server.isActionPath(args.pathname)) return args.next({ context })
      try {
        const result = await args.next({ context })
        return Object.assign(result, { response: await state.finish(result.response) })
      } catch (error) {
        throw await state.fail(error)
      }
    },
    requireAuth:
      (requirement = {}) =>
      async args => {
        assertArgs(args)
        const state = states.get(args.request)
        if (!state) throw createMissingError()
        return args.next({ context: { session: await state.auth.requireAuth(requirement) } })
      },
    async needsCsrfCheck(args) {
      assertArgs(args)
      if (args.handlerType === 'serverFn') return true
      if (safeMethods.has(args.request.method)) return false
      return !(await getServer(args)).isActionPath(args.pathname)
    },
  }
}

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS'])

function createMissingError(): AuthError {
  return new AuthError(
    '`requireAuth` needs `authenticate`: add `createMiddleware().server(authenticate)` to `requestMiddleware` of src/start.ts.',
  )
}
