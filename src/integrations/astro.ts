import { AuthError } from '../errors.js'
import { type AuthInstance, createAuth, type RequestHead, toRequestHead, toResponse } from '../server.js'
import type { InferSession } from '../types/infer-session.js'
import type { Session } from '../types/session.js'
import { type AstroApp, type AstroContext, readClientAddress } from './astro/context.js'
import { createIntegration } from './astro/integration.js'
import { getIntegrationOptions } from './astro/integration-options.js'
import { prerenderedAuth } from './astro/prerendered.js'
import { type AstroRequestAuth, type AstroState, createRequestState } from './astro/request-auth.js'
import { toAstroRequest } from './astro/request-body.js'
import { verifyOrigin } from './astro/verify-origin.js'
import type { ConfigApi } from './shared/bind-api.js'
import { type ConfigInput, type IntegrationConfig, resolveConfigInput } from './shared/config-input.js'
import { createRequestStore } from './shared/request-store.js'
import { addCookies } from './shared/session-headers.js'
import { createErrorResponse, type HttpFailure, toHttpFailure } from './shared/translate-errors.js'

export type { AstroApp, AstroContext } from './astro/context.js'
export type { LatchkeyIntegration, LatchkeyOptions } from './astro/integration.js'
export type { AstroRequestAuth, AstroRequireAuthResult } from './astro/request-auth.js'
export type { ConfigApi as AstroApi } from './shared/bind-api.js'
export * from './shared/exports.js'

export default createIntegration

/** The configuration of an Astro app. What you leave out is read from environment variables. */
export type AstroAuthConfig = IntegrationConfig

/** The middleware of Astro. Its type contains that of `locals.auth`. */
export interface AstroAuthMiddleware<S = Session, Api = object> {
  /** @param app what the integration knows of the app. Leave it out if you call the middleware yourself. */
  (context: AstroContext, next: () => Promise<Response>, app?: AstroApp): Promise<Response>
  /** Does not exist at runtime: it declares the type for {@link InferAuth}. */
  readonly '~auth'?: AstroRequestAuth<S, Api>
}

/** What {@link AstroAuth} returns. */
export interface AstroAuthResult<S = Session, Api = object> {
  /** The middleware: handles the authentication requests, and sets `locals.auth` for all others. The integration adds it. */
  readonly onRequest: AstroAuthMiddleware<S, Api>
  /** The endpoint of the actions. The integration adds it as `/auth/[...auth]`. */
  readonly ALL: (context: AstroContext) => Promise<Response>
}

/** The type of `locals.auth`, from the type of the middleware: `InferAuth<typeof onRequest>`. */
export type InferAuth<Middleware> = Middleware extends { readonly '~auth'?: infer Auth }
  ? NonNullable<Auth>
  : never

/**
 * Adds authentication to an Astro app: handles the authentication requests below `/auth`, and sets `Astro.locals.auth`.
 *
 * The secret, `trustHost` and provider credentials default to environment variables.
 *
 * @param config the configuration, or a function that returns it for a request
 *
 * @example
 * ```ts
 * // src/auth.ts
 * import { AstroAuth } from 'latchkey/astro'
 * import GitHub from 'latchkey/providers/github'
 *
 * export const { onRequest, ALL } = AstroAuth({ providers: [GitHub] })
 *
 * // astro.config.mjs: integrations: [latchkey()]
 * // a page: const session = await Astro.locals.auth.getSession()
 * ```
 */
export function AstroAuth<Config extends AstroAuthConfig>(
  config: ConfigInput<Config, AstroContext>,
): AstroAuthResult<InferSession<Config>, ConfigApi<Config>>
export function AstroAuth(config: ConfigInput<AstroAuthConfig, AstroContext>): AstroAuthResult {
  const states = createRequestStore<object, AstroState>()

  async function getAuth(context: AstroContext, app?: AstroApp): Promise<AuthInstance> {
    return createAuth(await resolveConfigInput(config, context), getIntegrationOptions(app))
  }

  return {
    async onRequest(context, next, app) {
      assertContext(context)
      // Astro runs the middleware again for its error pages.
      const current = states.get(context.locals)
      if (current) return current.finish(await next())
      if (context.isPrerendered) return handlePrerendered(context, next)
      const auth = await getAuth(context, app)
      if (auth.isActionPath(context.url.pathname)) return handleAction(auth, context)
      const head = toHead(context)
      const refused = app?.verifiesOrigin ? verifyOrigin(auth, head) : null
      if (refused) return refused
      const state = createRequestState(auth, head)
      states.set(context.locals, state)
      Object.assign(context.locals, { auth: state.auth })
      return respond(state, next, app)
    },
    async ALL(context) {
      const auth = await getAuth(context)
      return auth.isActionPath(context.url.pathname)
        ? handleAction(auth, context)
        : new Response('Not found', { status: 404 })
    },
  }
}

function assertContext({ locals, isPrerendered }: Partial<AstroContext>): void {
  if (typeof isPrerendered === 'boolean' && locals) return
  throw new AuthError('`onRequest` is middleware of Astro 6 or newer. Update it: npm install astro@latest')
}

function handlePrerendered({ locals }: AstroContext, next: () => Promise<Response>): Promise<Response> {
  Object.assign(locals, { auth: prerenderedAuth })
  return next()
}

function toHead(context: AstroContext): RequestHead {
  const getClientAddress = () => readClientAddress(context)
  return { ...toRequestHead(context.request), url: context.url.href, getClientAddress }
}

async function handleAction(auth: AuthInstance, context: AstroContext): Promise<Response> {
  const { readBody } = toAstroRequest(context.request)
  return toResponse(await auth.handleIncomingRequest({ ...toHead(context), readBody }))
}

/** Responds as the app does, and with 503 if it needs a session that cannot be read, or 403 if it refused a form of another origin. */
async function respond(
  state: AstroState,
  next: () => Promise<Response>,
  app: AstroApp | undefined,
): Promise<Response> {
  try {
    const response = await state.finish(await next())
    const failure = state.getFailure()
    return failure && response.status === 500 ? replaceResponse(response, failure) : response
  } catch (error) {
    const failure = toHttpFailure(error)
    if (failure) return state.finish(createErrorResponse(failure))
    if (!app || app.hasErrorPage || app.isDevelopment) throw error
    // Astro would respond without the headers of the middleware. It keeps those of an empty response with this status.
    console.error(error)
    return state.finish(new Response(null, { status: 500 }))
  }
}

/** An action of Astro catches the error, responds with 500 and expects JSON. */
function replaceResponse(failed: Response, failure: HttpFailure): Response {
  const cookies = failed.headers.getSetCookie()
  if (!failed.headers.get('content-type')?.startsWith('application/json'))
    return addCookies(createErrorResponse(failure), cookies)
  const { status, statusText, message } = failure
  const code = statusText.toUpperCase().replace(' ', '_')
  const headers = { 'cache-control': 'no-store' }
  const response = Response.json({ type: 'AstroActionError', code, status, message }, { status, headers })
  return addCookies(response, cookies)
}
