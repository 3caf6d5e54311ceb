/**
 * What an integration calls, for requests of a browser and for the app's own server code. Data goes in, data and cookies come out.
 *
 * @module
 */
import { isPromise } from '../base/cache.js'
import { toError } from '../base/to-error.js'
import { assertUserAction } from '../checks/csrf.js'
import { createEnvDefaultsResolver } from '../config/create-env-defaults-resolver.js'
import {
  type Environment,
  getRuntimeEnvironment,
  isCloudflare,
  parseAuthUrlVariable,
} from '../config/environment.js'
import { resolveLogger } from '../config/logger.js'
import { listPluginIds } from '../config/plugins.js'
import { resolveBasePaths } from '../config/resolve-config.js'
import { createJsonResult, toIncomingRequest, toResponse, toResponseData } from '../http/messages.js'
import { listServerCallCookies } from '../sessions/session-marker.js'
import type { AuthConfig } from '../types/config.js'
import type { SessionReadOptions } from '../types/context.js'
import type { InferSession } from '../types/infer-session.js'
import type { InferApi } from '../types/plugin.js'
import type { IncomingRequest, RequestHead, ResponseData } from '../types/request.js'
import type {
  AuthInstance,
  IntegrationOptions,
  OriginCheck,
  RedirectResult,
  SessionResult,
} from '../types/server.js'
import { createBaseContext } from './create-context.js'
import { runPipeline } from './handle.js'
import { type ConfigSelector, createConfigSelector } from './host-trust.js'
import { createPluginApi } from './plugin-api.js'
import { parsePathWithQuery, resolveHeadWithOrigin, resolvePublicOrigin } from './public-origin.js'
import { createPrefixCheck } from './removed-prefix.js'
import { restrictCaching } from './restrict-caching.js'
import { type ActionPaths, isActionPath } from './routes.js'
import { type ActionPlanner, planSignIn, planSignOut, runServerCall } from './server-call.js'
import { wrapServerFunctions } from './server-functions.js'
import { assertServerOptions } from './server-options.js'
import { buildAuthRequest } from './server-request.js'
import { createServerSessions } from './server-sessions.js'
import { createServerUsers } from './server-users.js'
import { getConfigState } from './settings.js'

const defaultOptions: IntegrationOptions = {}

/** By options, then by configuration: an integration has one options object, or one for each mount path. */
const instancesByOptions = new WeakMap<IntegrationOptions, (config: AuthConfig) => AuthInstance>()

/**
 * Creates the authentication of a configuration, for server code. Integrations are built on it.
 *
 * The secret, `trustHost` and provider credentials default to environment variables. The result for a configuration object
 * is cached, so you can call this for each request.
 *
 * @throws InvalidConfig if `config` is not an object
 *
 * @example
 * ```ts
 * import { createAuth, toRequestHead } from 'latchkey/server'
 * import GitHub from 'latchkey/providers/github'
 *
 * const auth = createAuth({ providers: [GitHub] })
 *
 * export async function handle(request: Request): Promise<Response> {
 *   if (auth.isActionPath(new URL(request.url).pathname)) return auth.handler(request)
 *   const session = await auth.getSession(toRequestHead(request))
 *   return new Response(`Hello ${session?.user?.name ?? 'visitor'}`)
 * }
 * ```
 */
export function createAuth<Config extends Omit<AuthConfig, 'raw'>>(
  config: Config,
  options?: IntegrationOptions<Config>,
): AuthInstance<InferSession<Config>, InferApi<Config>>
export function createAuth(config: AuthConfig, options: IntegrationOptions = defaultOptions): AuthInstance {
  const cached = instancesByOptions.get(options)
  if (cached) return cached(config)
  const create = createAuthFactory(options)
  instancesByOptions.set(options, create)
  return create(config)
}

function createAuthFactory(options: IntegrationOptions): (config: AuthConfig) => AuthInstance {
  assertServerOptions('createAuth', options)
  const { getBasePath, getEnvironment = getRuntimeEnvironment } = options
  const cache = new WeakMap<AuthConfig, AuthInstance>()
  const applyDefaults = createEnvDefaultsResolver(config => {
    const basePath = getBasePath?.(config, getEnvironment())
    return basePath === undefined ? {} : { basePath }
  }, getEnvironment)
  return config => {
    const cached = cache.get(config)
    if (cached) return cached
    const auth = buildAuth(applyDefaults(config), getEnvironment(), config.trustHost)
    cache.set(config, auth)
    return auth
  }
}

function buildAuth(
  config: AuthConfig,
  environment: Environment,
  trustHost: AuthConfig['trustHost'],
): AuthInstance {
  const { basePath, publicBasePath } = resolveBasePaths(config)
  const paths = { basePath, pluginIds: listPluginIds(config) }
  const selectConfig = createConfigSelector(config, trustHost, environment)
  const { resolveOrigin, resolveOriginOrThrow } = createOriginResolvers(config, environment)

  const runAction = createActionRunner(selectConfig, resolveOriginOrThrow)

  const readSession = createSessionReader(selectConfig, resolveOrigin)

  async function handleIncomingRequest(request: IncomingRequest): Promise<ResponseData> {
    const [origin, path] = [resolveOrigin(request), parsePathWithQuery(request.url)]
    if (origin === null || path === null)
      return toResponseData(request, createJsonResult('Bad request.', 400), null)
    return (await runPipeline({ ...request, url: origin + path }, selectConfig(request))) as ResponseData
  }

  const auth: AuthInstance = {
    config,
    basePath,
    publicBasePath,
    isActionPath: createPathMatcher(config, paths),
    resolveOrigin,
    handleIncomingRequest: handleIncomingRequest,
    handler: async (request, client) =>
      toResponse(await handleIncomingRequest({ ...toIncomingRequest(request), ...client })),
    getSession: async head => (await readSession(head, { view: 'server', readOnly: true })).session,
    refreshSession: head => readSession(head, { view: 'server' }),
    api: createPluginApi({
      plugins: config.plugins ?? [],
      selectConfig,
      resolveOrigin: resolveOriginOrThrow,
    }),
    requireAuth: createGuard(selectConfig, resolveOriginOrThrow),
    sessions: createServerSessions(selectConfig, resolveOriginOrThrow),
    users: createServerUsers(selectConfig, resolveOriginOrThrow),
    update: async (head, options) => {
      assertServerOptions('update', options)
      assertUserAction('update', head)
      return await readSession(head, { view: 'server', update: { data: options.data } })
    },
    restrictCaching: (head, headers, dependence) => restrictCaching(config, { head, headers, dependence }),
    async signIn(head, options) {
      assertServerOptions('signIn', options)
      return await runAction(head, options, planSignIn)
    },
    async signOut(head, options) {
      assertServerOptions('signOut', options)
      return await runAction(head, options, planSignOut)
    },
  }
  return wrapServerFunctions(auth, selectConfig)
}

/** Creates the function that recognizes the paths of actions. */
function createPathMatcher(config: AuthConfig, paths: ActionPaths): AuthInstance['isActionPath'] {
  const checkPrefix = createPrefixCheck(config, paths)
  if (!checkPrefix) return pathname => isActionPath(pathname, paths)
  return pathname => {
    const isAction = isActionPath(pathname, paths)
    if (!isAction) checkPrefix(pathname)
    return isAction
  }
}

type OriginResolver = (head: RequestHead) => string | null

/** Creates the functions that resolve the origin of a request. One throws if hosts differ, the other logs it and returns null. */
function createOriginResolvers(
  config: AuthConfig,
  environment: Environment,
): Readonly<Record<'resolveOrigin' | 'resolveOriginOrThrow', OriginResolver>> {
  const originEnvironment = {
    authUrl: parseAuthUrlVariable(environment),
    isCloudflare: isCloudflare(environment),
  }
  const resolveOriginOrThrow: OriginResolver = head => resolvePublicOrigin(head, config, originEnvironment)
  return {
    resolveOriginOrThrow,
    resolveOrigin(head) {
      try {
        return resolveOriginOrThrow(head)
      } catch (error) {
        resolveLogger(config).error(toError(error))
        return null
      }
    },
  }
}

/** Creates `requireAuth`. Its code is loaded at the first call. */
function createGuard(
  selectConfig: ConfigSelector,
  resolveOrigin: OriginResolver,
): AuthInstance['requireAuth'] {
  return async (head, options = {}) => {
    const { requireAuth } = await import('./require-auth.js')
    return await requireAuth(selectConfig(head), resolveHeadWithOrigin(head, resolveOrigin), options)
  }
}

/** Creates the function that runs a sign-in or a sign-out of server code. */
function createActionRunner(selectConfig: ConfigSelector, resolveOrigin: OriginResolver) {
  return <Options extends OriginCheck>(
    head: RequestHead,
    options: Options,
    plan: ActionPlanner<Options>,
  ): Promise<RedirectResult> =>
    runServerCall(selectConfig(head), {
      originCheck: options.originCheck,
      resolveHead: () => resolveHeadWithOrigin(head, resolveOrigin),
      plan: (settings, headWithOrigin) => plan(settings, headWithOrigin, options),
    })
}

/** Creates the function that reads the session of a request. */
function createSessionReader(selectConfig: ConfigSelector, resolveOrigin: OriginResolver) {
  return async (head: RequestHead, readOptions: SessionReadOptions): Promise<SessionResult> => {
    const origin = resolveOrigin(head)
    if (origin === null) return { session: null, cookies: [] }
    const state = getConfigState(selectConfig(head))
    const resolved = isPromise(state) ? await state : state
    const authRequest = buildAuthRequest({ head, origin }, resolved, { action: 'session' })
    try {
      if (!resolved.settings) throw resolved.configError
      const ctx = createBaseContext(authRequest, resolved)
      const session = await ctx.services.sessionStrategy.getSession(ctx, readOptions)
      // A read only extends the session.
      const cookies = readOptions.update ? listServerCallCookies(ctx) : ctx.jar.getSetCookies()
      return { session: session ?? null, cookies }
    } catch (error) {
      const { reportFailedRead } = await import('./failed-read.js')
      throw await reportFailedRead(resolved, error, { request: authRequest, readOptions })
    }
  }
}
