import {
  type AuthInstance,
  createAuth,
  type MutableHeaders,
  toIncomingRequest,
  toRequestHead,
  toResponse,
} from '../server.js'
import type { InferSession } from '../types/infer-session.js'
import type { Session } from '../types/session.js'
import type { ConfigApi } from './shared/bind-api.js'
import { type ConfigInput, type IntegrationConfig, resolveConfigInput } from './shared/config-input.js'
import {
  createCachedActionError,
  isRenderedForAll,
  parseNitroExchange,
  restrictRuleHeaders,
} from './shared/nitro-rules.js'
import { createRequestStore } from './shared/request-store.js'
import { assertArgs, readClient, type TanStackStartArgs } from './tanstack-start/middleware.js'
import { createCrawlError, isPrerendering, prerenderedAuth } from './tanstack-start/prerendered.js'
import {
  createRequestState,
  type TanStackStartRequestAuth,
  type TanStackStartState,
} from './tanstack-start/request-auth.js'

export * from './shared/exports.js'
export type { ConfigApi as TanStackStartApi, TanStackStartArgs, TanStackStartRequestAuth }

/** The configuration of a TanStack Start app. What you leave out is read from environment variables. */
export type TanStackStartAuthConfig = IntegrationConfig

/** The source of a configuration per request. */
export interface TanStackStartSource {
  readonly request: Request
}

/** What {@link TanStackStartAuth} returns. Use it on the server only: in a file whose name ends with `.server.ts`. */
export interface TanStackStartAuthResult<S = Session, Api = object> {
  /**
   * Runs request middleware: sets the session cookies on each response.
   *
   * @param args the arguments of the middleware
   * @param next passes the authentication of the request on, as `context.auth`
   */
  readonly authenticate: <Result extends { response: Response }>(
    args: TanStackStartArgs,
    next: (auth: TanStackStartRequestAuth<S, Api>) => Result | Promise<Result>,
  ) => Promise<Result>
  /** The handlers of the server route `/auth/$`: they handle the authentication requests. */
  readonly handlers: {
    readonly GET: (source: TanStackStartSource) => Promise<Response>
    readonly POST: (source: TanStackStartSource) => Promise<Response>
  }
  /**
   * The `filter` of `createCsrfMiddleware`: it verifies calls of server functions and what other sites can post, but no links and no
   * authentication requests. These have CSRF tokens, and providers post to them from their sites (`form_post`).
   */
  readonly needsCsrfCheck: (args: TanStackStartArgs) => Promise<boolean>
}

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
 * export const { authenticate, handlers, needsCsrfCheck } = TanStackStartAuth({ providers: [GitHub] })
 *
 * // src/start.ts: createMiddleware().server(args => authenticate(args, auth => args.next({ context: { auth } })))
 * // src/routes/auth.$.ts: createFileRoute('/auth/$')({ server: { handlers } })
 * ```
 */
export function TanStackStartAuth<Config extends TanStackStartAuthConfig>(
  config: ConfigInput<Config, TanStackStartSource>,
): TanStackStartAuthResult<InferSession<Config>, ConfigApi<Config>>
export function TanStackStartAuth(
  config: ConfigInput<TanStackStartAuthConfig, TanStackStartSource>,
): TanStackStartAuthResult {
  const states = createRequestStore<Request, TanStackStartState>()

  const getAuth = async ({ request }: TanStackStartSource): Promise<AuthInstance> =>
    createAuth(await resolveConfigInput(config, { request }))

  async function handle({ request }: TanStackStartSource): Promise<Response> {
    if (isPrerendering()) throw createCrawlError(request)
    const { handleIncomingRequest, basePath } = await getAuth({ request })
    if (isRenderedForAll(parseNitroExchange(request))) throw createCachedActionError(request, basePath)
    const incoming = { ...toIncomingRequest(request), ...readClient(request) }
    return toResponse(await handleIncomingRequest(incoming))
  }

  return {
    handlers: { GET: handle, POST: handle },
    async authenticate(args, next) {
      assertArgs(args)
      const current = states.get(args.request)
      if (current) return next(current.auth)
      if (isPrerendering()) return next(prerenderedAuth)
      const auth = await getAuth(args)
      const state = createRequestState(args, auth)
      states.set(args.request, state)
      // The authentication requests set the cookies of the session themselves. Middleware of the app may have made the response public.
      if (auth.isActionPath(args.pathname)) {
        const restrict = (headers: MutableHeaders) =>
          auth.restrictCaching(toRequestHead(args.request), headers, 'private')
        restrictRuleHeaders(parseNitroExchange(args.request), restrict)
        const result = await next(state.auth)
        restrict(result.response.headers)
        return result
      }
      try {
        const result = await next(state.auth)
        return Object.assign(result, { response: await state.finish(result.response) })
      } catch (error) {
        throw await state.fail(error)
      }
    },
    async needsCsrfCheck(args) {
      assertArgs(args)
      if (args.handlerType === 'serverFn') return true
      if (safeMethods.has(args.request.method)) return false
      return !(await getAuth(args)).isActionPath(args.pathname)
    },
  }
}

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS'])
