/**
 * The server API: what an integration calls, for requests of a browser and for the app's own server code. Data goes in, data and
 * cookies come out.
 *
 * @module
 */
import { toError } from '../base/to-error.js'
import { assertTrustedOrigin } from '../checks/csrf.js'
import { createEnvDefaultsSetter } from '../config/create-env-defaults-setter.js'
import { type Environment, getRuntimeEnvironment } from '../config/environment.js'
import { normalizeBasePath } from '../config/resolve-config.js'
import { AuthError } from '../errors.js'
import { getFlow } from '../flows/index.js'
import { createJsonResult } from '../http/result.js'
import { appendQuery, encodeForHeader } from '../http/url.js'
import { toIncomingRequest, toResponse } from '../http/web.js'
import type { Awaitable } from '../types/common.js'
import type { AuthConfig } from '../types/config.js'
import type { Context, SessionReadOptions, Settings } from '../types/context.js'
import type { InferSession } from '../types/infer-session.js'
import type { AuthRequest, IncomingRequest, RequestHead, ResponseData } from '../types/request.js'
import type {
  AuthServer,
  IntegrationOptions,
  OriginCheck,
  RedirectResult,
  ServerSignInOptions,
  ServerSignOutOptions,
  SessionResult,
} from '../types/server.js'
import { originUnchecked } from '../types/symbols.js'
import { buildAuthRequest, buildForm } from './build-auth-request.js'
import { createBaseContext, createServerContext } from './create-context.js'
import { runPipeline, toResponseData } from './handle.js'
import { logFailure } from './log-failure.js'
import { isActionPath } from './parse-request.js'
import {
  type HeadWithOrigin,
  parsePathWithQuery,
  requireOrigin,
  resolvePublicOrigin,
} from './public-origin.js'
import { dispatch } from './routes.js'
import { getConfigState } from './settings.js'

const defaultOptions: IntegrationOptions = {}

/** By options, then by configuration: an integration has one options object, or one for each mount path. */
const serversByOptions = new WeakMap<IntegrationOptions, (config: AuthConfig) => AuthServer>()

/**
 * Creates the server API of a configuration. Integrations are built on it.
 *
 * The secret, `trustHost` and provider credentials default to environment variables. The server of a configuration object is
 * cached, so you can call this for each request.
 *
 * @example
 * ```ts
 * import { createServer, toRequestHead } from 'latchkey/server'
 * import GitHub from 'latchkey/providers/github'
 *
 * const server = createServer({ providers: [GitHub] })
 *
 * export async function handle(request: Request): Promise<Response> {
 *   if (server.isActionPath(new URL(request.url).pathname)) return server.handler(request)
 *   const { session } = await server.getSession(toRequestHead(request))
 *   return new Response(`Hello ${session?.user?.name ?? 'visitor'}`)
 * }
 * ```
 */
export function createServer<Config extends Omit<AuthConfig, 'raw'>>(
  config: Config,
  options?: IntegrationOptions<Config>,
): AuthServer<InferSession<Config>>
export function createServer(config: AuthConfig, options: IntegrationOptions = defaultOptions): AuthServer {
  const cached = serversByOptions.get(options)
  if (cached) return cached(config)
  const create = createServerFactory(options)
  serversByOptions.set(options, create)
  return create(config)
}

function createServerFactory(options: IntegrationOptions): (config: AuthConfig) => AuthServer {
  const { getBasePath, getEnvironment = getRuntimeEnvironment } = options
  const cache = new WeakMap<AuthConfig, AuthServer>()
  const applyDefaults = createEnvDefaultsSetter(config => {
    const basePath = getBasePath?.(config, getEnvironment())
    return basePath === undefined ? {} : { basePath }
  }, getEnvironment)
  return config => {
    const cached = cache.get(config)
    if (cached) return cached
    const server = buildServer(applyDefaults(config), getEnvironment)
    cache.set(config, server)
    return server
  }
}

function buildServer(config: AuthConfig, getEnvironment: () => Environment): AuthServer {
  const basePath = normalizeBasePath(config.basePath)
  const resolveOriginOrThrow = (head: RequestHead) => resolvePublicOrigin(head, config, getEnvironment())

  function resolveOrigin(head: RequestHead): string | null {
    try {
      return resolveOriginOrThrow(head)
    } catch (error) {
      getConfigState(config).logger.error(toError(error))
      return null
    }
  }

  async function loadSessionFromHead(head: RequestHead, access: SessionReadOptions): Promise<SessionResult> {
    const origin = resolveOrigin(head)
    return origin === null ? { session: null, cookies: [] } : loadSession(config, { head, origin }, access)
  }

  async function handleIncomingRequest(request: IncomingRequest): Promise<ResponseData> {
    const [origin, path] = [resolveOrigin(request), parsePathWithQuery(request.url)]
    if (origin === null || path === null)
      return toResponseData(request, createJsonResult('Bad request.', 400), null)
    const { method, getHeader, toHeaders, readBody } = request
    const requestWithPublicUrl = { method, url: origin + path, getHeader, toHeaders, readBody }
    return runPipeline(requestWithPublicUrl, config) as Promise<ResponseData>
  }

  return {
    config,
    basePath,
    isActionPath: pathname => isActionPath(pathname, basePath),
    resolveOrigin,
    handleIncomingRequest: handleIncomingRequest,
    handler: async request => toResponse(await handleIncomingRequest(toIncomingRequest(request))),
    getSession: head => loadSessionFromHead(head, { view: 'server' }),
    peekSession: async head => (await loadSessionFromHead(head, { view: 'server', readOnly: true })).session,
    update: (head, { data }) => loadSessionFromHead(head, { view: 'server', update: { data } }),
    signIn: (head, options) =>
      runAction(config, options, settings =>
        planSignIn(settings, requireOrigin(head, resolveOriginOrThrow), options),
      ),
    signOut: (head, options) =>
      runAction(config, options, settings =>
        planSignOut(settings, requireOrigin(head, resolveOriginOrThrow), options),
      ),
  }
}

async function loadSession(
  config: AuthConfig,
  publicHead: HeadWithOrigin,
  access: SessionReadOptions,
): Promise<SessionResult> {
  const { settings, configError, logger } = getConfigState(config)
  try {
    if (!settings) throw configError
    const ctx = createBaseContext(buildAuthRequest(publicHead, settings, { action: 'session' }), settings)
    const session = await settings.sessionStrategy.load(ctx, access)
    return { session: session ?? null, cookies: ctx.jar.getSetCookies() }
  } catch (error) {
    logger.error(toError(error))
    throw error
  }
}

/** An action to run, and how its result becomes a URL. */
interface PlannedAction {
  readonly authRequest: AuthRequest
  run(ctx: Context): Awaitable<string>
}

function planSignIn(
  settings: Settings,
  publicHead: HeadWithOrigin,
  options: ServerSignInOptions,
): PlannedAction {
  const { provider, fields, redirectTo, authorizationParams } = options
  const resolvedProvider = settings.providers.get(provider ?? '')
  const form = buildForm(publicHead, fields, redirectTo)
  if (!resolvedProvider)
    return { authRequest: buildAuthRequest(publicHead, settings, { form }), run: getSignInPageUrl }
  const { submission } = getFlow(resolvedProvider)
  // A ceremony needs a browser, so the sign-in page runs it.
  const action = submission.needsCeremony ? 'signin' : submission.action
  const query = Object.fromEntries(new URLSearchParams(authorizationParams))
  const parts = { action, providerId: resolvedProvider.id, query, form } as const
  return { authRequest: buildAuthRequest(publicHead, settings, parts), run: dispatchForRedirect }
}

function planSignOut(
  settings: Settings,
  publicHead: HeadWithOrigin,
  { redirectTo }: ServerSignOutOptions,
): PlannedAction {
  const form = buildForm(publicHead, {}, redirectTo)
  const authRequest = buildAuthRequest(publicHead, settings, { action: 'signout', form })
  return { authRequest, run: dispatchForRedirect }
}

async function runAction(
  config: AuthConfig,
  { originCheck }: OriginCheck,
  plan: (settings: Settings) => PlannedAction,
): Promise<RedirectResult> {
  const { settings, configError, logger } = getConfigState(config)
  let ctx: Context | null = null
  let authRequest: AuthRequest | null = null
  try {
    if (!settings) throw configError
    const planned = plan(settings)
    authRequest = planned.authRequest
    if (originCheck === originUnchecked) assertTrustedOrigin(createBaseContext(authRequest, settings))
    ctx = await createServerContext(authRequest, settings)
    return {
      error: null,
      redirect: encodeForHeader(await planned.run(ctx)),
      cookies: ctx.jar.getSetCookies(),
    }
  } catch (cause) {
    const error = cause instanceof AuthError ? cause : new AuthError(toError(cause))
    logFailure(logger, error, authRequest)
    return { error, redirect: null, cookies: ctx?.jar.getSetCookies() ?? [] }
  }
}

async function dispatchForRedirect(ctx: Context): Promise<string> {
  const { redirect } = await dispatch(ctx)
  return redirect ?? ctx.callbackUrl
}

function getSignInPageUrl({ authUrl, callbackUrl }: Context): string {
  return appendQuery(`${authUrl}/signin`, { callbackUrl })
}
