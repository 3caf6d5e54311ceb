import type { AnyElysia, Elysia } from 'elysia'
import { AuthError } from '../errors.js'
import { type AuthInstance, createAuth, type RequireAuthOptions, toResponse } from '../server.js'
import type { GuardedSession } from '../types/guarded-session.js'
import type { InferSession } from '../types/infer-session.js'
import type { Session } from '../types/session.js'
import {
  type Handle,
  type RequestContext,
  type RouteContext,
  toElysiaApp,
  toElysiaRequest,
} from './elysia/app.js'
import { createRequestState, type ElysiaRequestAuth, type ElysiaState } from './elysia/request-auth.js'
import type { ConfigApi } from './shared/bind-api.js'
import { type ConfigInput, type IntegrationConfig, resolveConfigInput } from './shared/config-input.js'
import { hiddenMessage, isHidden, logHiddenError } from './shared/hidden-errors.js'
import { getPathname } from './shared/pathname.js'
import { createRequestStore } from './shared/request-store.js'
import { addCookies } from './shared/session-headers.js'

export * from './shared/exports.js'
export type { ConfigApi as ElysiaApi, ElysiaRequestAuth }

/** The configuration of an Elysia app. What you leave out is read from environment variables. */
export type ElysiaAuthConfig = IntegrationConfig

/**
 * What the plugin adds to an app: `auth` of the context, and the option `auth` of routes, which adds `session` to the context. `{}` is the
 * type that Elysia itself uses where an app adds nothing.
 */
export type ElysiaAuthInstance<S = Session, Api = object> = Elysia<
  '',
  { decorator: {}; store: {}; derive: { readonly auth: ElysiaRequestAuth<S, Api> }; resolve: {} },
  { typebox: {}; error: {} },
  {
    schema: {}
    standaloneSchema: {}
    macro: { auth?: true | RequireAuthOptions }
    macroFn: {
      auth: (requirement: true | RequireAuthOptions) => {
        resolve: () => Promise<{ session: GuardedSession<S> }>
      }
    }
    parser: {}
    response: {}
  }
>

/** What {@link ElysiaAuth} returns. */
export interface ElysiaAuthResult<S = Session, Api = object> {
  /**
   * The plugin of an app: handles the authentication requests, and sets `auth` of the context for all others.
   *
   * The option `auth` of a route requires a signed-in user (`true`), a level (`acr`) or a recent sign-in (`maxAge`, in seconds). A page is
   * redirected to the sign-in page or to the step-up page. An API gets status 401. If the session cannot be read, the status is 503.
   */
  auth(app: AnyElysia): ElysiaAuthInstance<S, Api>
}

/** What belongs to one request. */
interface RequestEntry {
  /** By the `ElysiaAuth` that created it: an app may use several. */
  readonly states: Map<object, ElysiaState>
  /** The cookies of an authentication request. Elysia would keep only the last one of a `Response`. */
  setCookies: readonly string[]
  /** The instance of the request, whose logger is that of the app. */
  auth?: AuthInstance
  /** What the handlers have thrown. */
  error?: unknown
}

/** Elysia keeps one of two wrappers with the same source text, so they share the entries. */
const entries = createRequestStore<Request, RequestEntry>()

/**
 * Adds authentication to an Elysia app: handles the authentication requests below `/auth`, and sets `auth` of the context.
 *
 * The secret, `trustHost` and provider credentials default to environment variables. Set AUTH_URL in production.
 *
 * @param config the configuration, or a function that returns it for a request
 *
 * @example
 * ```ts
 * import { Elysia } from 'elysia'
 * import { ElysiaAuth } from 'latchkey/elysia'
 * import GitHub from 'latchkey/providers/github'
 *
 * const { auth } = ElysiaAuth({ providers: [GitHub] })
 *
 * export const app = new Elysia()
 *   .use(auth)
 *   .get('/', async ({ auth }) => `Hello ${(await auth.getSession())?.user?.name ?? 'visitor'}`)
 *   .get('/account', ({ session }) => session.user, { auth: true })
 * ```
 */
export function ElysiaAuth<Config extends ElysiaAuthConfig>(
  config: ConfigInput<Config, Request>,
): ElysiaAuthResult<InferSession<Config>, ConfigApi<Config>>
export function ElysiaAuth(config: ConfigInput<ElysiaAuthConfig, Request>): {
  auth(app: AnyElysia): never
} {
  const key = {}

  async function handleRequest(context: RequestContext): Promise<Response | undefined> {
    const { request, status } = context
    const entry = getEntry(request)
    if (entry.states.has(key)) return undefined
    const auth = createAuth(await resolveConfigInput(config, request))
    entry.auth = auth
    const incoming = toElysiaRequest(context)
    if (!auth.isActionPath(getPathname(request.url))) {
      entry.states.set(key, createRequestState(auth, incoming, status))
      return undefined
    }
    const { setCookies, ...response } = await auth.handleIncomingRequest(incoming)
    entry.setCookies = setCookies
    return toResponse({ ...response, setCookies: [] })
  }

  function getState(request: Request): ElysiaState {
    const state = getEntry(request).states.get(key)
    if (state) return state
    throw new AuthError('The route needs the plugin `auth`. Call `app.use(auth)` first.')
  }

  async function guard({ request, set, status }: RouteContext, requirement: RequireAuthOptions) {
    const result = await getState(request).requireAuth(requirement)
    if (!(result instanceof Response)) return { session: result }
    Object.assign(set.headers, Object.fromEntries(result.headers))
    return status(result.status, await readBody(result))
  }

  return {
    // Elysia reads the source text of hooks, for what they use of the context and whether they return a promise.
    auth(instance) {
      const app = toElysiaApp(instance)
      app.wrap(wrapHandle)
      app.onRequest(async ({ request, status, server }) => handleRequest({ request, status, server }))
      app.onError({ as: 'global' }, ({ request, error }) => saveError(request, error))
      app.derive({ as: 'global' }, ({ request }) => ({ auth: getState(request).auth }))
      app.macro({
        auth: (requirement: boolean | RequireAuthOptions) =>
          requirement === false
            ? {}
            : {
                resolve: async ({ request, set, status }: RouteContext) =>
                  guard({ request, set, status }, requirement === true ? {} : requirement),
              },
      })
      return instance as never
    },
  }
}

/** Adds the cookies to what Elysia sends at last, also after an error. A hook would miss some of the responses. */
function wrapHandle(handle: Handle): Handle {
  return async request => {
    if (entries.get(request)) return handle(request)
    const entry: RequestEntry = { states: new Map(), setCookies: [] }
    entries.set(request, entry)
    let response = await handle(request)
    if (!response) return response
    response = await hideError(response, entry)
    for (const state of entry.states.values()) response = await state.finish(response)
    return entry.setCookies.length > 0 ? addCookies(response, entry.setCookies) : response
  }
}

/** Saves an error until the response is known. An error handler of the app may respond to it. */
function saveError(request: Request, error: unknown): void {
  const entry = entries.get(request)
  if (entry) entry.error = error
}

/** Replaces the message of an error by a text without details, if Elysia has sent the message. */
async function hideError(response: Response, { error, auth }: RequestEntry): Promise<Response> {
  if (!isHidden(error) || response.status < 500) return response
  if ((await response.clone().text()) !== error.message) return response
  logHiddenError(error, auth)
  const { status, headers } = response
  const copy = new Response(hiddenMessage, { status, headers })
  copy.headers.delete('content-length')
  return copy
}

/** Elysia sends a string as `text/plain` on Node, so JSON is a value. Without a value, Elysia would call the handler of the route. */
async function readBody(response: Response): Promise<unknown> {
  // The response to a HEAD request has the type, but no text.
  const text = await response.text()
  const isJson = response.headers.get('content-type')?.includes('json')
  const body: unknown = isJson && text ? JSON.parse(text) : text
  return body || 'Sign in to continue.'
}

function getEntry(request: Request): RequestEntry {
  const entry = entries.get(request)
  if (entry) return entry
  throw new AuthError(
    '`auth` needs the compiler of Elysia, and the request as the server received it. Remove the option `aot: false`.',
  )
}
