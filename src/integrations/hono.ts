import type { Context, HonoRequest, MiddlewareHandler, Next, TypedResponse } from 'hono'
import type { StatusCode } from 'hono/utils/http-status'
import { AuthError } from '../errors.js'
import { type AuthInstance, createAuth, type RequireAuthOptions, toIncomingRequest } from '../server.js'
import type { GuardedSession } from '../types/guarded-session.js'
import type { InferSession } from '../types/infer-session.js'
import type { RequestClient } from '../types/request.js'
import type { Session } from '../types/session.js'
import { createRequestState, type HonoRequestAuth, type RequestState } from './hono/request-auth.js'
import { readBody } from './hono/request-body.js'
import type { ConfigApi } from './shared/bind-api.js'
import { createBindingsReader } from './shared/bindings.js'
import { type ConfigInput, type IntegrationConfig, resolveConfigInput } from './shared/config-input.js'
import { getPathname } from './shared/pathname.js'

export * from './shared/exports.js'
export type { ConfigApi as HonoApi, HonoRequestAuth }

/** The configuration of a Hono app. What you leave out is read from environment variables and from the bindings of Workers. */
export type HonoAuthConfig = IntegrationConfig

/** Options of {@link HonoAuth}. */
export interface HonoAuthOptions {
  /** Reads the address of the client: `getConnInfo` of Hono's adapter for your runtime. Limits of attempts need it. @default unknown */
  readonly getConnInfo?: ((c: Context) => { remote: { address?: string | undefined } }) | undefined
}

/** The `Env` of an app that uses the middleware `auth`. */
export interface HonoAuthEnv<S = Session, Api = object> {
  Variables: { auth: HonoRequestAuth<S, Api> }
}

/** The `Env` of a route behind `requireAuth`: `c.get('session')` is the session. */
export interface HonoGuardedEnv<S = Session, Api = object> {
  Variables: HonoAuthEnv<S, Api>['Variables'] & { session: GuardedSession<S> }
}

/** The JSON of the response with status 401 of `requireAuth`. */
export interface HonoRefusal {
  /** The user must sign in, or sign in again for a requirement. */
  readonly error: 'login_required' | 'insufficient_user_authentication'
  /** The URL of the sign-in page, or of the step-up page. */
  readonly url: string
}

/** The middleware of `requireAuth`. Its type has the response with status 401, for the client `hc`. */
export type HonoGuard<S = Session, Api = object> = (
  c: Context<HonoGuardedEnv<S, Api>>,
  next: Next,
) => Promise<(Response & TypedResponse<HonoRefusal, 401, 'json'>) | undefined>

/** What {@link HonoAuth} returns. */
export interface HonoAuthResult<S = Session, Api = object> {
  /** The middleware for the whole app: handles the authentication requests, and sets `c.get('auth')` for all others. */
  readonly auth: MiddlewareHandler<HonoAuthEnv<S, Api>>
  /**
   * Creates middleware that requires a signed-in user, a level (`acr`) or a recent sign-in (`maxAge`, in seconds). A page is redirected
   * to the sign-in page or to the step-up page. For an API, it throws an `HTTPException` with status 401. If the session cannot be read,
   * it has status 503.
   */
  requireAuth(requirement?: RequireAuthOptions): HonoGuard<S, Api>
}

/** What {@link HonoAuth} creates. Only the types of Hono have typed responses: no value has their members. */
type UntypedResult = Pick<HonoAuthResult, 'auth'> & {
  requireAuth(requirement?: RequireAuthOptions): MiddlewareHandler<HonoGuardedEnv>
}

/** The `Env` of the middleware `auth`, for handlers in other files: `new Hono<InferEnv<typeof auth>>()`. */
export type InferEnv<Middleware> = Middleware extends MiddlewareHandler<infer E> ? E : never

const getIntegrationOptions = createBindingsReader()

const clientAddressFix = 'Pass `getConnInfo` of the Hono adapter for your runtime to `HonoAuth`.'

/**
 * Adds authentication to a Hono app: handles the authentication requests below `/auth`, and sets `c.get('auth')`.
 *
 * The secret, `trustHost` and provider credentials default to environment variables.
 *
 * @param config the configuration, or a function that returns it for a request
 *
 * @example
 * ```ts
 * import { Hono } from 'hono'
 * import { HonoAuth } from 'latchkey/hono'
 * import GitHub from 'latchkey/providers/github'
 *
 * const { auth, requireAuth } = HonoAuth({ providers: [GitHub] })
 *
 * const app = new Hono()
 *   .use(auth)
 *   .get('/', async c => c.text(`Hello ${(await c.get('auth').getSession())?.user?.name ?? 'visitor'}`))
 *   .get('/account', requireAuth(), c => c.json(c.get('session').user))
 *
 * export default app
 * ```
 */
export function HonoAuth<Config extends HonoAuthConfig>(
  config: ConfigInput<Config, Context>,
  options?: HonoAuthOptions,
): HonoAuthResult<InferSession<Config>, ConfigApi<Config>>
export function HonoAuth(
  config: ConfigInput<HonoAuthConfig, Context>,
  options: HonoAuthOptions = {},
): UntypedResult {
  // The app may set other middleware of the name `auth` beside this one.
  const variable = Symbol('latchkey')
  return {
    async auth(c, next) {
      assertContext(c)
      if (getState(c, variable)) return next()
      const auth = createAuth(await resolveConfigInput(config, c), getIntegrationOptions(c.env))
      const client = { getClientAddress: () => readClientAddress(c, options), clientAddressFix }
      // `c.req.path` is decoded, and an app can replace it.
      if (auth.isActionPath(getPathname(c.req.url))) return handleAction(c, auth, client)
      const state = createRequestState(c, auth, client)
      setState(c, variable, state)
      c.set('auth', state)
      await next()
      return state.finish()
    },
    requireAuth:
      (requirement = {}) =>
      async (c, next) => {
        const state = getState(c, variable)
        if (!state)
          throw new AuthError('`requireAuth` needs the middleware `auth`. Call `app.use(auth)` first.')
        // An app may have several configurations. Behind a guard, `auth` is that of the guard.
        c.set('auth', state)
        const result = await state.requireAuth(requirement)
        if (result instanceof Response) return result
        c.set('session', result)
        return next()
      },
  }
}

function getState(c: Context, variable: symbol): RequestState | undefined {
  const state: RequestState | undefined = c.get(variable)
  return state
}

function setState(c: Context, variable: symbol, state: RequestState): void {
  c.set(variable, state)
}

/** `app.mount` calls its function with a `Request` whose URL lacks the path of the mount. */
function assertContext({
  req,
  header,
}: {
  readonly req?: Partial<HonoRequest>
  readonly header?: unknown
}): void {
  if (req?.raw && typeof header === 'function') return
  throw new AuthError('`auth` is middleware of Hono 4. Use `app.use(auth)`, not `app.mount`.')
}

async function handleAction(c: Context, auth: AuthInstance, client: RequestClient): Promise<Response> {
  const { status, headers, body, setCookies } = await auth.handleIncomingRequest({
    ...toIncomingRequest(c.req.raw),
    ...client,
    readBody: maxBytes => readBody(c, maxBytes),
  })
  // Hono keeps the cookies of other middleware only beside cookies that were set with `c.header`.
  for (const line of setCookies) c.header('set-cookie', line, { append: true })
  return c.newResponse(body, status as StatusCode, headers)
}

function readClientAddress(c: Context, { getConnInfo }: HonoAuthOptions): string | null {
  try {
    return getConnInfo?.(c).remote.address ?? null
  } catch {
    return null
  }
}
