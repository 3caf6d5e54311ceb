import { toResponse } from '../server.js'
import type { Awaitable } from '../types/common.js'
import type { InferSession } from '../types/infer-session.js'
import type { Session } from '../types/session.js'
import { type PlatformCall, resolveCall } from './fetch/platform.js'
import { createRequestState, type FetchRequestAuth, toErrorResponse } from './fetch/request-auth.js'
import type { ConfigApi } from './shared/bind-api.js'
import type { IntegrationConfig } from './shared/config-input.js'
import { getPathname } from './shared/pathname.js'

export { type FetchRequestAuth, FetchResponseError } from './fetch/request-auth.js'
export type { ConfigApi as FetchApi } from './shared/bind-api.js'
export * from './shared/exports.js'

/** The configuration. What you leave out is read from environment variables and from the bindings of Workers. */
export type FetchAuthConfig = IntegrationConfig

/** Options of {@link FetchAuth}. */
export interface FetchAuthOptions {
  /**
   * Returns the response to an error of a handler. Latchkey responds to those that have a status: a refusal of `requireAuth`, a session that
   * is unavailable (503), and a form of another origin (403).
   *
   * @default the error is thrown, and the server responds without cookies
   */
  readonly onError?: ((error: unknown, request: Request) => Awaitable<Response>) | undefined
}

/** A configuration, or a function that returns it for a request. It gets what the platform passes to a handler. */
export type FetchConfigInput<Config extends object, Platform extends readonly unknown[]> =
  | Config
  | ((request: Request, ...platform: Platform) => Awaitable<Config>)

/** What {@link FetchAuth} returns. `Platform` is what the platform passes beside the request. */
export interface FetchAuthResult<
  S = Session,
  Api = object,
  Platform extends readonly unknown[] = readonly unknown[],
> {
  /** Handles the authentication requests, as a route of its own. Responds to all other paths with 404. */
  handleAuth(request: Request, ...platform: Platform): Promise<Response>
  /**
   * Creates the handler of a server: handles the authentication requests, and calls your handler for all others. Sets the cookies of the
   * session on its response. Pass on everything that the platform passes, because Latchkey reads the client address from it.
   */
  withAuth<Args extends Platform = Platform, Req extends Request = Request>(
    handler: (request: Req, auth: FetchRequestAuth<S, Api>, ...platform: Args) => Awaitable<Response>,
  ): (request: Req, ...platform: PlatformArguments<Args, Platform>) => Promise<Response>
}

/** What a server passes to a handler that names `Args`. A handler that names nothing still gets everything. */
export type PlatformArguments<
  Args extends readonly unknown[],
  Platform extends readonly unknown[],
> = Args extends readonly [] ? Platform : Args

/**
 * Adds authentication to a server whose handler takes a `Request` and returns a `Response`: Cloudflare Workers, `Bun.serve`, `Deno.serve`.
 *
 * The secret and provider credentials default to environment variables. On Workers, they are also read from `env`, and the origin is that
 * of `request.url`. Elsewhere, set AUTH_URL in production.
 *
 * @param config the configuration, or a function that returns it for a request
 *
 * @example
 * ```ts
 * import { FetchAuth } from 'latchkey/fetch'
 * import GitHub from 'latchkey/providers/github'
 *
 * const { withAuth } = FetchAuth({ providers: [GitHub] })
 *
 * export default {
 *   fetch: withAuth(async (request, auth) => {
 *     const session = await auth.getSession()
 *     return new Response(`Hello ${session?.user?.name ?? 'visitor'}`)
 *   }),
 * }
 * ```
 */
export function FetchAuth<
  Config extends FetchAuthConfig,
  Platform extends readonly unknown[] = readonly unknown[],
>(
  config: FetchConfigInput<Config, Platform>,
  options?: FetchAuthOptions,
): FetchAuthResult<InferSession<Config>, ConfigApi<Config>, Platform>
export function FetchAuth(
  config: FetchConfigInput<FetchAuthConfig, readonly unknown[]>,
  { onError }: FetchAuthOptions = {},
): PlainFetchAuth {
  async function respond(
    call: PlatformCall,
    run: (auth: FetchRequestAuth) => Awaitable<Response>,
  ): Promise<Response> {
    const { request, platform } = call
    const resolved = typeof config === 'function' ? await config(request, ...platform) : config
    const served = resolveCall(resolved, call)
    if (served.auth.isActionPath(getPathname(served.incoming.url)))
      return toResponse(await served.auth.handleIncomingRequest(served.incoming))
    const state = createRequestState(served)
    return state.finish(await runHandler(request, () => run(state.auth)))
  }

  async function runHandler(request: Request, run: () => Awaitable<Response>): Promise<Response> {
    try {
      return await run()
    } catch (error) {
      const response = toErrorResponse(error) ?? (await onError?.(error, request))
      if (response) return response
      throw error
    }
  }

  return {
    handleAuth: (request, ...platform) =>
      respond({ request, platform }, () => new Response('Not found.', { status: 404 })),
    withAuth:
      handler =>
      (request, ...platform) =>
        respond({ request, platform }, auth => handler(request, auth, ...platform)),
  }
}

/** {@link FetchAuthResult}, whatever the platform passes. */
interface PlainFetchAuth {
  handleAuth(request: Request, ...platform: readonly unknown[]): Promise<Response>
  withAuth(
    handler: (
      request: Request,
      auth: FetchRequestAuth,
      ...platform: readonly unknown[]
    ) => Awaitable<Response>,
  ): (request: Request, ...platform: readonly unknown[]) => Promise<Response>
}
