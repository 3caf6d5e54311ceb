import { createContext, type MiddlewareFunction, type RouterContext } from 'react-router'
import {
  createAuth,
  type RequireAuthOptions,
  toIncomingRequest,
  toRequestHead,
  toResponse,
} from '../server.js'
import type { GuardedSession } from '../types/guarded-session.js'
import type { InferSession } from '../types/infer-session.js'
import type { RequestClient } from '../types/request.js'
import type { Session } from '../types/session.js'
import {
  createMissingValue,
  getPageUrl,
  type ReactRouterArgs,
  readContext,
} from './react-router/arguments.js'
import { toDocumentRedirect } from './react-router/document-redirect.js'
import { isPrerendering, prerenderedAuth, prerenderFix } from './react-router/prerendered.js'
import {
  createRequestState,
  type ReactRouterRequestAuth,
  type RequestState,
} from './react-router/request-auth.js'
import type { ConfigApi } from './shared/bind-api.js'
import { type ConfigInput, type IntegrationConfig, resolveConfigInput } from './shared/config-input.js'
import { createPrerenderedError } from './shared/prerendered.js'
import { createRequestStore } from './shared/request-store.js'

export * from './shared/exports.js'
export type { ConfigApi as ReactRouterApi, ReactRouterArgs, ReactRouterRequestAuth }

/** The configuration of a React Router app. What you leave out is read from environment variables. */
export type ReactRouterAuthConfig = IntegrationConfig

/** Options of {@link ReactRouterAuth}. */
export interface ReactRouterAuthOptions {
  /** Reads the address of the client, for example from a context that your server sets. Limits of attempts need it. @default unknown */
  readonly getClientAddress?: ((args: ReactRouterArgs) => string | null | undefined) | undefined
}

/** What {@link ReactRouterAuth} returns. */
export interface ReactRouterAuthResult<S = Session, Api = object> {
  /** The middleware of `app/root.tsx`: sets `context.get(authContext)`, and the cookies of the session on the response. */
  readonly authMiddleware: MiddlewareFunction<Response>
  /** The authentication of the request: `context.get(authContext)` in loaders, actions and middleware. */
  readonly authContext: RouterContext<ReactRouterRequestAuth<S, Api>>
  /** The session of a route behind `requireAuth`: `context.get(sessionContext)`. */
  readonly sessionContext: RouterContext<GuardedSession<S>>
  /**
   * Creates middleware that requires a signed-in user, a level (`acr`) or a recent sign-in (`maxAge`, in seconds). A page is redirected
   * to the sign-in page or to the step-up page. A `fetch` of a resource route gets status 401. If the session cannot be read, the status
   * is 503.
   */
  requireAuth(requirement?: RequireAuthOptions): MiddlewareFunction<Response>
  /** The `loader` and the `action` of the route `auth/*`: handles the authentication requests. */
  handleAuth(args: ReactRouterArgs): Promise<Response>
}

/**
 * Adds authentication to a React Router app. Needs the middleware of React Router 8, or of React Router 7 with
 * `future.v8_middleware`.
 *
 * The secret, `trustHost` and provider credentials default to environment variables.
 *
 * @param config the configuration, or a function that returns it for a request
 *
 * @example
 * ```ts
 * // app/auth.server.ts
 * import GitHub from 'latchkey/providers/github'
 * import { ReactRouterAuth } from 'latchkey/react-router'
 *
 * export const { authMiddleware, authContext, sessionContext, requireAuth, handleAuth } = ReactRouterAuth({
 *   providers: [GitHub],
 * })
 * ```
 */
export function ReactRouterAuth<Config extends ReactRouterAuthConfig>(
  config: ConfigInput<Config, ReactRouterArgs>,
  options?: ReactRouterAuthOptions,
): ReactRouterAuthResult<InferSession<Config>, ConfigApi<Config>>
export function ReactRouterAuth(
  config: ConfigInput<ReactRouterAuthConfig, ReactRouterArgs>,
  { getClientAddress }: ReactRouterAuthOptions = {},
): ReactRouterAuthResult {
  const states = createRequestStore<object, RequestState>()
  const authContext = createContext<ReactRouterRequestAuth>(
    createMissingValue('`authContext` needs `authMiddleware`: add it to `middleware` of app/root.tsx.'),
  )
  const sessionContext = createContext<GuardedSession<Session>>(
    createMissingValue('`sessionContext` needs `requireAuth`: add it to `middleware` of the route.'),
  )

  const bindClient = (args: ReactRouterArgs): RequestClient => ({
    getClientAddress: () => getClientAddress?.(args) ?? null,
    clientAddressFix,
  })

  return {
    authContext,
    sessionContext,
    async authMiddleware(args, next) {
      const context = readContext(args)
      if (states.get(context)) return next()
      if (isPrerendering()) {
        context.set(authContext, prerenderedAuth)
        return next()
      }
      const auth = createAuth(await resolveConfigInput(config, args))
      const state = createRequestState(args, auth, bindClient(args))
      states.set(context, state)
      context.set(authContext, state)
      const response = await state.finish(await next())
      // The authentication requests set the cookies of the session themselves. Middleware of the app may have made the response public.
      if (auth.isActionPath(new URL(getPageUrl(args)).pathname))
        auth.restrictCaching(toRequestHead(args.request), response.headers, 'private')
      return response
    },
    requireAuth:
      (requirement = {}) =>
      async (args, next) => {
        const context = readContext(args)
        context.set(sessionContext, await context.get(authContext).requireAuth(requirement))
        return next()
      },
    async handleAuth(args) {
      readContext(args)
      if (isPrerendering()) throw createPrerenderedError('handleAuth', prerenderFix)
      const auth = createAuth(await resolveConfigInput(config, args))
      const response = await auth.handleIncomingRequest({
        ...toIncomingRequest(args.request),
        url: getPageUrl(args),
        ...bindClient(args),
      })
      return toDocumentRedirect(toResponse(response))
    },
  }
}

const clientAddressFix = 'Pass `getClientAddress` to `ReactRouterAuth`.'
