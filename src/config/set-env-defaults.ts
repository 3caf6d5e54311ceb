import type { AuthConfig } from '../types/config.js'
import type { EnvironmentOptions, Provider } from '../types/provider.js'
import { hasOtherBasePath } from './base-path-conflict.js'
import {
  type Environment,
  getAuthUrlVariable,
  getProviderEnvName,
  isDevelopment,
  parseAuthUrlVariable,
} from './environment.js'
import {
  createVariableReader,
  parseBooleanEnv,
  quote,
  type VariableReader,
  warnOfInvalidBooleans,
  warnOfWrappedSecrets,
} from './environment-values.js'
import { resolveLogger } from './logger.js'
import { readEncryptionKeys, readSecrets } from './secret.js'
import { createWarnOnce } from './warn-once.js'

/**
 * Sets the options that the configuration leaves out from environment variables. This function writes to
 * `config`.
 *
 * Reads `AUTH_SECRET`, `AUTH_URL`, `AUTH_REDIRECT_PROXY_URL` and `AUTH_TRUST_HOST`. `AUTH_SECRET_1` to `_3`
 * are newer secrets: each one precedes the one before. `AUTH_ENCRYPTION_KEY` and its `_1` to `_3` are read alike. For each provider it reads `AUTH_<ID>_ID`, `_SECRET`,
 * `_ISSUER` and `_KEY`. `NEXTAUTH_URL` and `NEXTAUTH_SECRET` are older names that also work. An empty
 * variable counts as absent. White space and quotes around a value are ignored with a warning, except in secrets, where they count.
 *
 * @param suppressBasePathWarning suppresses the warning `env-url-basepath-redundant`; default false
 *
 * @example
 * ```ts
 * import { type AuthConfig, setEnvDefaults } from 'latchkey'
 * import GitHub from 'latchkey/providers/github'
 *
 * const config: AuthConfig = { providers: [GitHub] }
 * setEnvDefaults(process.env, config)
 * ```
 */
export function setEnvDefaults(env: Environment, config: AuthConfig, suppressBasePathWarning = false): void {
  const parsedUrl = parseAuthUrlVariable(env)
  const read = createWarningReader(env, config)
  if (!suppressBasePathWarning && hasOtherBasePath(env, config.basePath))
    resolveLogger(config).warn('env-url-basepath-redundant')
  config.basePath ??= getBasePath(parsedUrl) ?? '/auth'
  if (!config.secret?.length) config.secret = readSecrets(env)
  const encryptionKeys = readEncryptionKeys(env)
  if (!config.encryptionKeys?.length && encryptionKeys.length > 0) config.encryptionKeys = encryptionKeys
  config.redirectProxyUrl ??= read('AUTH_REDIRECT_PROXY_URL')
  config.trustHost ??= isHostTrusted(env)
  // Each request reports providers that are missing or not an array.
  if (Array.isArray(config.providers))
    config.providers = config.providers.map(provider => provider && withProviderEnv(provider, read))
}

/** Warns of variables that are not what they seem, and returns the reader for the others. */
function createWarningReader(env: Environment, config: AuthConfig): VariableReader {
  const logger = resolveLogger(config)
  const warnOnce = createWarnOnce(config.logger, logger)
  const url = getAuthUrlVariable(env)
  if (url && !parseAuthUrlVariable(env))
    logger.warn(
      'env-url-invalid',
      `AUTH_URL is ${quote(url)}, which is not a URL with a scheme and a host, so it has no effect. Set it to the public URL of the site, with http:// or https:// in front.`,
    )
  const read = createVariableReader(env, warnOnce)
  read('AUTH_URL')
  read('NEXTAUTH_URL')
  warnOfInvalidBooleans(env, warnOnce)
  warnOfWrappedSecrets(env, warnOnce)
  return read
}

/**
 * Returns the path of `AUTH_URL`. The root path counts as absent, because `AUTH_URL` is often only the
 * origin.
 */
function getBasePath(url: URL | null): string | undefined {
  return url?.pathname === '/' ? undefined : url?.pathname
}

function isHostTrusted(env: Environment): boolean {
  const explicit = parseBooleanEnv(env.AUTH_TRUST_HOST)
  if (explicit !== undefined) return explicit
  return (
    Boolean(parseAuthUrlVariable(env) || parseBooleanEnv(env.VERCEL) || parseBooleanEnv(env.CF_PAGES)) ||
    isDevelopment(env)
  )
}

function withProviderEnv(provider: Provider, read: VariableReader): Provider {
  if (typeof provider === 'function') return withFactoryEnv(provider, read)
  // The first request reports what is not a provider.
  if (typeof provider.id !== 'string') return provider
  const instanceOptions = readOptionsFromEnv(provider.options?.id ?? provider.id, read)
  const factoryOptions = readOptionsFromEnv(provider.id, read)
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
 * Checks that the app wrote the provider as an object literal instead of calling a factory. The `issuer` of a
 * literal wins over the environment. The `issuer` of a factory is only a default, and can accept more tenants
 * than the variable names. Options passed to a factory are in `options` and are merged later.
 */
function isInlineProvider(provider: object): boolean {
  return !('options' in provider)
}

/** Calls a factory. Its options are then also members of the provider, where apps read them. */
function withFactoryEnv(
  factory: Extract<Provider, (options: never) => unknown>,
  read: VariableReader,
): Provider {
  const provider = callFactory(factory, read)
  return typeof provider === 'function' ? provider : withProviderEnv(provider, read)
}

/**
 * Calls a factory with options from the environment. The first call, without options, only reads the provider
 * id. A factory that throws without options stays a function, and the first request reports the missing
 * option.
 */
function callFactory(
  factory: Extract<Provider, (options: never) => unknown>,
  read: VariableReader,
): Provider {
  try {
    return factory(readOptionsFromEnv(factory({}).id, read))
  } catch {
    return factory
  }
}

function readOptionsFromEnv(id: string, read: VariableReader): EnvironmentOptions {
  const values = {
    clientId: read(getProviderEnvName(id, 'ID')),
    clientSecret: read(getProviderEnvName(id, 'SECRET')),
    issuer: read(getProviderEnvName(id, 'ISSUER')),
    apiKey: read(getProviderEnvName(id, 'KEY')),
  }
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value))
}
