import { parseUrl } from '../http/url.js'
import type { AuthConfig } from '../types/config.js'
import type { InferredOptions, Provider } from '../types/provider.js'
import { type Environment, flag, isProduction, publicUrl, variableOf } from './environment.js'
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
  const url = publicUrl(env)
  if (url && config.basePath && !suppressBasePathWarning)
    resolveLogger(config).warn('env-url-basepath-redundant')
  config.basePath ??= pathOf(url) ?? '/auth'
  if (!config.secret?.length) config.secret = secretsIn(env)
  config.redirectProxyUrl ??= env.AUTH_REDIRECT_PROXY_URL || undefined
  config.trustHost ??= hostIsTrusted(env)
  config.providers = config.providers.map(provider => withEnvironment(provider, env))
}

/** The root path says nothing about where the actions are: `AUTH_URL` is then just the site. */
function pathOf(url: string | undefined): string | undefined {
  const path = url ? parseUrl(url)?.pathname : undefined
  return path === '/' ? undefined : path
}

/** The newest first. */
function secretsIn(env: Environment): string[] {
  const all = [
    env.AUTH_SECRET_3,
    env.AUTH_SECRET_2,
    env.AUTH_SECRET_1,
    env.AUTH_SECRET || env.NEXTAUTH_SECRET,
  ]
  return all.filter((secret): secret is string => Boolean(secret))
}

function hostIsTrusted(env: Environment): boolean {
  const said = flag(env.AUTH_TRUST_HOST)
  if (said !== undefined) return said
  return Boolean(publicUrl(env) || flag(env.VERCEL) || flag(env.CF_PAGES)) || !isProduction(env)
}

function withEnvironment(provider: Provider, env: Environment): Provider {
  if (typeof provider === 'function') return called(provider, env)
  const own = inferred(provider.options?.id ?? provider.id, env)
  const kind = inferred(provider.id, env)
  const { clientId, clientSecret, issuer, apiKey } = { ...kind, ...own }
  if (provider.type === 'email') return { ...provider, apiKey: provider.apiKey ?? apiKey }
  if (provider.type !== 'oauth' && provider.type !== 'oidc') return provider
  return {
    ...provider,
    clientId: provider.clientId ?? clientId,
    clientSecret: provider.clientSecret ?? clientSecret,
    issuer: isOwn(provider) ? (provider.issuer ?? issuer) : (issuer ?? provider.issuer),
  }
}

/**
 * Written out by the app, and not made by a factory: there `issuer` is a default, which may let in more people than the
 * tenant that the variable names. What the app gave a factory is in `options`, and wins later.
 */
function isOwn(provider: object): boolean {
  return !('options' in provider)
}

/**
 * A factory may derive its endpoints from what it is given: it is asked for its id first, then called for real. One
 * that cannot be called without settings stays what it is; the first request says what it lacks.
 */
function called(factory: Extract<Provider, (options: never) => unknown>, env: Environment): Provider {
  try {
    return factory(inferred(factory({}).id, env))
  } catch {
    return factory
  }
}

function inferred(id: string, env: Environment): InferredOptions {
  const found = {
    clientId: env[variableOf(id, 'ID')],
    clientSecret: env[variableOf(id, 'SECRET')],
    issuer: env[variableOf(id, 'ISSUER')],
    apiKey: env[variableOf(id, 'KEY')],
  }
  return Object.fromEntries(Object.entries(found).filter(([, value]) => value))
}
