import { canSharePromises } from '../base/cache.js'
import { toError } from '../base/to-error.js'
import { assertConfig } from '../config/assert-config.js'
import { getRuntimeEnvironment, isDevelopment } from '../config/environment.js'
import { describeIssuerConflict, detectIssuerConflict } from '../config/issuer-conflict.js'
import { resolveLogger } from '../config/logger.js'
import { listLongAges } from '../config/long-ages.js'
import { listPluginIds } from '../config/plugins.js'
import { resolveBasePaths, resolveConfig } from '../config/resolve-config.js'
import { listSecrets } from '../config/secret.js'
import { validateConfig } from '../config/validate-config.js'
import { createWarnOnce } from '../config/warn-once.js'
import { describeMissingOption } from '../email/required-options.js'
import { AuthError, InvalidConfig } from '../errors.js'
import { flows, getFlow } from '../flows/index.js'
import type { Awaitable } from '../types/common.js'
import type { AuthConfig } from '../types/config.js'
import type { PreparedConfig, Services, Settings } from '../types/context.js'
import type { Logger } from '../types/logger.js'
import { createServices, createTranslationLoader } from './services.js'

/** What is known of a configuration that is invalid, too: the settings of an error response, and whether options are still to be checked. */
interface BaseSettings {
  readonly basePath: string
  /** The base path that browsers see. */
  readonly publicBasePath: string
  readonly pluginIds: ReadonlySet<string>
  readonly pages: NonNullable<AuthConfig['pages']>
  readonly theme: NonNullable<AuthConfig['theme']>
  readonly getTranslations: Services['getTranslations']
  readonly logger: Logger
  /** Whether {@link logUnknownOptions} is still to be called: at the first request in development. */
  isOptionsCheckDue: boolean
}

/** A configuration after validation: the settings, or the error in the configuration. */
export type ConfigState = BaseSettings &
  (
    | (PreparedConfig & { readonly configError: null })
    | { readonly settings: null; readonly services: null; readonly configError: AuthError }
  )

/** The states by configuration object. While code is loaded, a promise, if requests may wait for one of another request. */
const configStateCache = new WeakMap<AuthConfig, Awaitable<ConfigState>>()

/**
 * Returns the settings of a configuration. They are created at its first request and cached by the configuration object. The first request
 * also loads the code of what not every app configures.
 *
 * @throws InvalidConfig if the configuration is not an object
 */
export function getConfigState(config: AuthConfig): Awaitable<ConfigState> {
  const cached = configStateCache.get(config)
  if (cached) return cached
  assertConfig(config)
  const building = buildState(config, createBaseSettings(config))
  if (canSharePromises()) configStateCache.set(config, building)
  return building
}

/**
 * Returns the settings and services of a configuration, as {@link getConfigState}.
 *
 * @throws the error in the configuration
 */
export async function getPreparedConfig(config: AuthConfig): Promise<PreparedConfig> {
  const state = await getConfigState(config)
  if (!state.settings) throw state.configError
  return state
}

/** Checks for the error of cookies that are invalid for the protocol of the request, but valid for the other one. */
export function isCookieConfigError({ cookieErrors }: Settings, error: unknown): error is AuthError {
  return error instanceof AuthError && (error === cookieErrors.secure || error === cookieErrors.plain)
}

/** Logs options that do not exist, once. They are not refused, because another library may read them. */
export async function logUnknownOptions(config: AuthConfig, state: ConfigState): Promise<void> {
  const { logger } = state
  state.isOptionsCheckDue = false
  const warnOnce = createWarnOnce(config.logger, logger)
  try {
    const { describeUnknownOptions } = await import('../config/unknown-options.js')
    for (const text of describeUnknownOptions(config)) warnOnce('unknown-option', text, text)
  } catch (error) {
    // Help for developers must not fail a request.
    logger.error(toError(error))
  }
}

/** Creates the state of a configuration, and replaces its promise in the cache. */
async function buildState(config: AuthConfig, base: BaseSettings): Promise<ConfigState> {
  try {
    const settings = await createSettings(config, base)
    const services = await createServices(settings, base)
    const state = { ...base, settings, services, configError: null }
    configStateCache.set(config, state)
    return state
  } catch (error) {
    const isFinal = error instanceof AuthError
    const configError = isFinal ? error : new InvalidConfig(toError(error))
    const state = { ...base, settings: null, services: null, configError }
    // Code that could not be loaded may be loaded at the next request.
    if (isFinal) configStateCache.set(config, state)
    else configStateCache.delete(config)
    return state
  }
}

function createBaseSettings(config: AuthConfig): BaseSettings {
  const logger = resolveLogger(config)
  const { basePath, publicBasePath } = resolveBasePaths(config)
  return {
    basePath,
    publicBasePath,
    pluginIds: listPluginIds(config),
    pages: config.pages ?? {},
    theme: config.theme ?? {},
    getTranslations: createTranslationLoader(config, logger),
    logger,
    isOptionsCheckDue: isDevelopment(getRuntimeEnvironment()),
  }
}

/** Validates and resolves the configuration. */
async function createSettings(config: AuthConfig, { logger }: BaseSettings): Promise<Settings> {
  const resolvedConfig = await resolveConfig(config, await validateConfig(config, flows), logger)
  const settings = Object.freeze({
    ...resolvedConfig,
    acceptsTypedEmail: [...resolvedConfig.providers.values()].some(provider =>
      getFlow(provider).acceptsTypedEmail?.(provider),
    ),
  })
  logConfigWarnings(settings, config)
  return settings
}

function logConfigWarnings(settings: Settings, config: AuthConfig): void {
  for (const warning of listConfigWarnings(settings, config)) settings.warnOnce(...warning)
  for (const [name, text] of listLongAges(config, settings.providers.values()))
    settings.warnOnce('age-too-long', name, text)
}

function* listConfigWarnings(
  settings: Settings,
  config: AuthConfig,
): Generator<Parameters<Settings['warnOnce']>> {
  const { jwt, providers, legacySessions } = settings
  if (config.debug === true) yield ['debug-enabled', '']
  const newest = [listSecrets(config)[0], [jwt.secret].flat()[0]].map(secret => secret ?? '')
  if (newest.some(secret => secret.length < 32)) yield ['short-secret', newest.join(' ')]
  const sharedId = detectIssuerConflict(settings)
  if (sharedId !== null) yield ['tenants-share-secret', sharedId, describeIssuerConflict(sharedId)]
  if (legacySessions && legacySessions.until <= Date.now())
    yield ['legacy-sessions-ended', String(legacySessions.until)]
  yield* listPluginWarnings(settings)
  for (const provider of providers.values()) {
    if ('checks' in provider && provider.checks.size === 0) yield ['checks-disabled', provider.id]
    const missingOption = provider.type === 'email' && describeMissingOption(provider)
    if (missingOption) yield ['email-not-configured', missingOption, missingOption]
  }
}

function* listPluginWarnings({
  plugins,
  adapter,
  records,
  providers,
}: Settings): Generator<Parameters<Settings['warnOnce']>> {
  const hostConfig = {
    adapter: adapter ?? undefined,
    records: records ?? undefined,
    providers: [...providers.values()],
    plugins,
  }
  for (const plugin of plugins) {
    const warning = plugin.findConfigWarning?.(hostConfig)
    if (warning) yield ['plugin-config', warning, warning]
  }
}
