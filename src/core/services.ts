import { createLazyFunction, createLoader } from '../base/cache.js'
import { getFlow } from '../flows/index.js'
import { jwtSessionStrategy } from '../sessions/jwt.js'
import type { AuthConfig } from '../types/config.js'
import type { NewMethodGuard, Services, SessionControl, SessionStrategy, Settings } from '../types/context.js'
import type { Logger } from '../types/logger.js'

/** Selects and binds the services of a configuration. Loads the session strategy. */
export async function createServices(
  settings: Settings,
  { getTranslations }: Pick<Services, 'getTranslations'>,
): Promise<Services> {
  return Object.freeze({
    sessionStrategy: await selectSessionStrategy(settings),
    getTranslations,
    remembersBrowsers: needsKnownBrowsers(settings),
    createPluginContext,
    applyPolicies: settings.plugins.length > 0 ? applyPolicies : null,
    deleteUnprovenMethods: settings.plugins.some(plugin => plugin.deleteUnprovenMethods)
      ? deleteUnprovenMethods
      : null,
    notifyPlugins: settings.plugins.some(plugin => plugin.onEvent) ? notifyPlugins : null,
    runAfterSignIn: settings.plugins.some(plugin => plugin.afterSignIn) ? runAfterSignIn : null,
    reportEmailConflict,
    describeEmailConflict,
    renderBanners: settings.plugins.some(plugin => plugin.renderBanner) ? renderBanners : null,
    loadSessionControl: needsSessionControl(settings) ? loadSessionControl : null,
    loadNewMethodGuard: needsNewMethodGuard(settings) ? loadNewMethodGuard : null,
  })
}

/** Plugins can count attempts too. */
function needsKnownBrowsers({ throttling, providers, plugins }: Settings): boolean {
  if (!throttling) return false
  return plugins.length > 0 || [...providers.values()].some(provider => getFlow(provider).countsAttempts)
}

type TranslationConfig = Pick<AuthConfig, 'locales' | 'translations'>

/** The texts are loaded when a page or an email first needs them. Those of an invalid configuration are not used. */
export function createTranslationLoader(
  { locales, translations }: TranslationConfig,
  logger: Logger,
): Services['getTranslations'] {
  const config = { locales, translations }
  let resolveTranslations: Services['getTranslations'] | undefined
  return async request => {
    resolveTranslations ??= await loadTranslationResolver(config, logger)
    return await resolveTranslations(request)
  }
}

async function loadTranslationResolver(
  config: TranslationConfig,
  logger: Logger,
): Promise<Services['getTranslations']> {
  const { createTranslationResolver, findLocalesError } = await import('../pages/index.js')
  return createTranslationResolver(findLocalesError(config) ? {} : config, { logger })
}

async function selectSessionStrategy(
  settings: Pick<Settings, 'session' | 'adapter' | 'plugins'>,
): Promise<SessionStrategy> {
  const strategy = await selectStorage(settings)
  if (!settings.plugins.some(({ impersonatesUsers }) => impersonatesUsers)) return strategy
  return (await loadPluginRuntime()).addImpersonation(strategy)
}

async function selectStorage({
  session,
  adapter,
}: Pick<Settings, 'session' | 'adapter'>): Promise<SessionStrategy> {
  if (session.strategy === 'jwt' || !adapter) return jwtSessionStrategy
  const { createDatabaseSessionStrategy } = await loadDatabaseSessions()
  return createDatabaseSessionStrategy(adapter)
}

const loadDatabaseSessions = createLoader(() => import('../sessions/database.js'))

/** The code of plugins is loaded when a configuration has one. */
const loadPluginRuntime = createLoader(() => import('./plugin-runtime.js'))

const createPluginContext = createLazyFunction(loadPluginRuntime, module => module.buildPluginContext)
const applyPolicies = createLazyFunction(loadPluginRuntime, module => module.applySignInPolicies)
const deleteUnprovenMethods = createLazyFunction(loadPluginRuntime, module => module.deleteUnprovenMethods)

const runAfterSignIn = createLazyFunction(loadPluginRuntime, module => module.runAfterSignIn)
const notifyPlugins = createLazyFunction(loadPluginRuntime, module => module.notifyPlugins)
const reportEmailConflict = createLazyFunction(loadPluginRuntime, module => module.reportEmailConflict)

const renderBanners = createLazyFunction(loadPluginRuntime, module => module.renderBanners)

const describeEmailConflict = createLazyFunction(loadPluginRuntime, module => module.describeEmailConflict)

/** Sessions are only checked if they can end before they expire. */
function needsSessionControl({ revocation, plugins }: Pick<Settings, 'revocation' | 'plugins'>): boolean {
  return revocation !== null || plugins.some(({ sessionPolicies }) => sessionPolicies?.length)
}

async function loadSessionControl(): Promise<SessionControl> {
  return (await loadPluginRuntime()).sessionControl
}

function needsNewMethodGuard({ adapter, plugins }: Pick<Settings, 'adapter' | 'plugins'>): boolean {
  return adapter !== null || plugins.length > 0
}

async function loadNewMethodGuard(): Promise<NewMethodGuard> {
  return (await loadPluginRuntime()).newMethodGuard
}
