import { parseUrl } from '../http/url.js'
import type { AuthConfig } from '../types/config.js'
import type { InferredOptions, Provider } from '../types/provider.js'
import {
  type Environment,
  getProviderEnvName,
  getPublicUrl,
  isProduction,
  parseBooleanEnv,
} from './environment.js'
import { resolveLogger } from './logger.js'

/**
 * Fills in, from environment variables, what the configuration leaves out. The one function that writes to the
 * user's object: that is its contract.
 *
 * Reads `AUTH_SECRET` (and `AUTH_SECRET_1` to `_3`, each newer than the one before), `AUTH_URL`,
 * `AUTH_REDIRECT_PROXY_URL`, `AUTH_TRUST_HOST`, and per provider `AUTH_<ID>_ID`, `_SECRET`, `_ISSUER` and `_KEY`.
 * The older names `NEXTAUTH_URL` and `NEXTAUTH_SECRET` are read too. An empty variable counts as absent.
 *
 * @param suppressBasePathWarning silences `env-url-basepath-redundant`; default false
 *
 * @example
 * ```ts
 * import { type AuthConfig, setEnvDefaults } from 'latchkey'
 *
 * const config: AuthConfig = { providers: [] }
 * setEnvDefaults(process.env, config)
 * ```
 */
export function setEnvDefaults(env: Environment, config: AuthConfig, suppressBasePathWarning = false): void {
  const url = getPublicUrl(env)
  if (url && config.basePath && !suppressBasePathWarning)
    resolveLogger(config).warn('env-url-basepath-redundant')
  config.basePath ??= parseBasePath(url) ?? '/auth'
  if (!config.secret?.length) config.secret = readSecrets(env)
  config.redirectProxyUrl ??= env.AUTH_REDIRECT_PROXY_URL || undefined
  config.trustHost ??= isHostTrusted(env)
  config.providers = config.providers.map(provider => withProviderEnv(provider, env))
}

/** The root path says nothing about where the actions are: `AUTH_URL` is then just the site. */
function parseBasePath(url: string | undefined): string | undefined {
  const path = url ? parseUrl(url)?.pathname : undefined
  return path === '/' ? undefined : path
}

/** The newest first. */
function readSecrets(env: Environment): string[] {
  const secrets = [
    env.AUTH_SECRET_3,
    env.AUTH_SECRET_2,
    env.AUTH_SECRET_1,
    env.AUTH_SECRET || env.NEXTAUTH_SECRET,
  ]
  return secrets.filter((secret): secret is string => Boolean(secret))
}

function isHostTrusted(env: Environment): boolean {
  const explicit = parseBooleanEnv(env.AUTH_TRUST_HOST)
  if (explicit !== undefined) return explicit
  return (
    Boolean(getPublicUrl(env) || parseBooleanEnv(env.VERCEL) || parseBooleanEnv(env.CF_PAGES)) ||
    !isProduction(env)
  )
}

function withProviderEnv(provider: Provider, env: Environment): Provider {
  if (typeof provider === 'function') return callFactory(provider, env)
  const instanceOptions = readOptionsFromEnv(provider.options?.id ?? provider.id, env)
  const factoryOptions = readOptionsFromEnv(provider.id, env)
  const { clientId, clientSecret, issuer, apiKey } = { ...factoryOptions, ...instanceOptions }
  if (provider.type === 'email') return { ...provider, apiKey: provider.apiKey ?? apiKey }
  if (provider.type !== 'oauth' && provider.type !== 'oidc') return provider
  return {
    ...provider,
    clientId: provider.clientId ?? clientId,
    clientSecret: provider.clientSecret ?? clientSecret,
    issuer: isInlineProvider(provider) ? (provider.issuer ?? issuer) : (issuer ?? provider.issuer),
  }
}

/**
 * Written out by the app, and not made by a factory: there `issuer` is a default, which may let in more people than the
 * tenant that the variable names. What the app gave a factory is in `options`, and wins later.
 */
function isInlineProvider(provider: object): boolean {
  return !('options' in provider)
}

/**
 * A factory may derive its endpoints from what it is given: it is asked for its id first, then called for real. One
 * that cannot be called without settings stays what it is; the first request says what it lacks.
 */
function callFactory(factory: Extract<Provider, (options: never) => unknown>, env: Environment): Provider {
  try {
    return factory(readOptionsFromEnv(factory({}).id, env))
  } catch {
    return factory
  }
}

function readOptionsFromEnv(id: string, env: Environment): InferredOptions {
  const values = {
    clientId: env[getProviderEnvName(id, 'ID')],
    clientSecret: env[getProviderEnvName(id, 'SECRET')],
    issuer: env[getProviderEnvName(id, 'ISSUER')],
    apiKey: env[getProviderEnvName(id, 'KEY')],
  }
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value))
}
