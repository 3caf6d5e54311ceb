import { describeValue } from '../base/describe-value.js'
import { parseUrl } from '../base/parse.js'
import {
  type AuthError,
  InvalidConfig,
  MissingAdapter,
  MissingAdapterMethods,
  MissingSecret,
  UntrustedHost,
} from '../errors.js'
import type { AdapterMethod } from '../types/adapter.js'
import type { AuthConfig } from '../types/config.js'
import type { Flows } from '../types/context.js'
import type { ProviderConfig } from '../types/provider.js'
import { getRuntimeEnvironment, isDevelopment } from './environment.js'
import { findLocalesError } from './locales.js'
import { findLegacySessionsError } from './next-auth-4-sessions.js'
import { findPluginsError } from './plugins.js'
import { isOriginPattern } from './redirect-proxy.js'
import { resolveSessionStrategy } from './resolve-config.js'
import { mergeProviders } from './resolve-provider.js'
import { findRevocationError } from './revocation.js'
import { generateSecret, listSecrets } from './secret.js'
import { findThrottlingError } from './throttling.js'
import { findBasePathError, findPublicBasePathError } from './validate-base-paths.js'
import { findCookiePrefixesError, findCookiesError } from './validate-cookies.js'
import { findOptionTypesError, findPagesError, findSessionAgesError } from './validate-options.js'
import { findPasskeyAdapterError, findPasskeyFormsError } from './validate-passkeys.js'
import { assertProviderList } from './validate-provider-list.js'
import { findProviderOptionsError } from './validate-provider-options.js'
import {
  findAuthorizeError,
  findClockToleranceError,
  findDuplicateIdsError,
  findEndpointsError,
  findEndsOlderLinksError,
  findIssuersError,
  findMissingIdsError,
  findProviderIdsError,
  findProviderTypesError,
  findSendVerificationRequestError,
} from './validate-providers.js'

/** Returns the error of one part of the configuration, if there is one. */
type ConfigRule = (
  config: AuthConfig,
  providers: readonly ProviderConfig[],
  flows: Flows,
) => AuthError | undefined

/** The checks in order. The first error is reported. See docs/contract.md#configuration-checks. */
const rules: readonly ConfigRule[] = [
  findOptionTypesError,
  findTrustHostError,
  findTrustedProxiesError,
  findSecretError,
  findSecretLengthError,
  findTenantError,
  findBasePathError,
  findPublicBasePathError,
  findSessionAgesError,
  findPagesError,
  findLegacySessionsError,
  findUserIdError,
  findThrottlingError,
  findRevocationError,
  findCookiesError,
  findCookiePrefixesError,
  findSessionStrategyError,
  findLocalesError,
  findMissingIdsError,
  findProviderIdsError,
  findRedirectProxyError,
  findDuplicateIdsError,
  findProviderTypesError,
  findProviderOptionsError,
  findEndpointsError,
  findIssuersError,
  findClockToleranceError,
  findPasskeyFormsError,
  findAuthorizeError,
  findSendVerificationRequestError,
  findEndsOlderLinksError,
  findAdapterError,
  findPasskeyAdapterError,
  findAdapterMethodsError,
  findAdapterSessionStartError,
  findPluginsError,
]

/**
 * Validates a configuration.
 *
 * @returns the providers, with their options merged over their defaults
 * @throws AuthError whose message names the option to set
 */
export function validateConfig(config: AuthConfig, flows: Flows): readonly ProviderConfig[] {
  const { providers: configured } = config
  assertProviderList(configured)
  const providers = mergeProviders(configured)
  for (const rule of rules) {
    const error = rule(config, providers, flows)
    if (error) throw error
  }
  return providers
}

function findTrustHostError({ trustHost }: AuthConfig) {
  if (trustHost) return undefined
  return new UntrustedHost(
    'The host of the request is not trusted. Set `trustHost: true` (or AUTH_TRUST_HOST=true) if every request ' +
      'passes a proxy that sets the Host header, or set AUTH_URL to the public URL. On your machine, set NODE_ENV=development.',
  )
}

function findTrustedProxiesError({ trustedProxies }: AuthConfig) {
  if (trustedProxies === undefined || (Number.isInteger(trustedProxies) && trustedProxies >= 0))
    return undefined
  return new InvalidConfig(
    `\`trustedProxies\` must be the number of proxies that append to \`X-Forwarded-Host\`. It is ${Array.isArray(trustedProxies) ? String(trustedProxies) : describeValue(trustedProxies)}.`,
  )
}

function findTenantError({ tenant }: AuthConfig) {
  if (tenant === undefined || (typeof tenant === 'string' && tenant !== '')) return undefined
  return new InvalidConfig(
    `\`tenant\` must be a name that is not empty. It is ${describeValue(tenant)}. Leave it out if there is one tenant.`,
  )
}

function findSecretError(config: AuthConfig) {
  const jwtSecret = config.jwt?.secret
  if (jwtSecret !== undefined && [jwtSecret].flat().filter(Boolean).length === 0) {
    return new MissingSecret('`jwt.secret` is empty. Set at least 32 random characters or remove the option.')
  }
  if (listSecrets(config).length > 0) return undefined
  const suggestion = isDevelopment(getRuntimeEnvironment())
    ? `\nAdd this line to .env (plain Node reads it with --env-file=.env):\nAUTH_SECRET="${generateSecret()}"`
    : ''
  return new MissingSecret(`Set \`secret\` (or AUTH_SECRET) to at least 32 random characters.${suggestion}`)
}

function findSecretLengthError(config: AuthConfig) {
  const secrets = [
    ['secret', listSecrets(config)],
    ['jwt.secret', listSecrets(config.jwt ?? {})],
  ] as const
  const weak = secrets.find(([, [newest]]) => newest !== undefined && newest.length < 16)
  if (!weak || isDevelopment(getRuntimeEnvironment())) return undefined
  return new InvalidConfig(
    `\`${weak[0]}\` is shorter than 16 characters and can be guessed. Add a new one of at least 32 random characters ` +
      'before it (AUTH_SECRET_1=new, AUTH_SECRET=old). Existing sessions stay valid.',
  )
}

function findUserIdError({ userId }: AuthConfig) {
  const value: unknown = userId
  if (value === undefined || value === 'derived' || value === 'account') return undefined
  return new InvalidConfig(`\`userId\` is ${describeValue(value)}. Set it to "derived" or "account".`)
}

function findSessionStrategyError({ session }: AuthConfig) {
  const strategy: unknown = session?.strategy
  if (strategy === undefined || strategy === 'jwt' || strategy === 'database') return undefined
  return new InvalidConfig(
    `\`session.strategy\` is ${describeValue(strategy)}. Set it to "jwt" or "database".`,
  )
}

function findRedirectProxyError(config: AuthConfig, providers: readonly ProviderConfig[]) {
  const { redirectProxyUrl, redirectProxyOrigins = [] } = config
  const providerUrls = providers.map(provider =>
    'redirectProxyUrl' in provider ? provider.redirectProxyUrl : undefined,
  )
  const invalidUrl = [redirectProxyUrl, ...providerUrls].find(
    url => url && !/^https?:$/.test(parseUrl(url)?.protocol ?? ''),
  )
  if (invalidUrl) {
    return new InvalidConfig(
      `\`redirectProxyUrl\` (or AUTH_REDIRECT_PROXY_URL) must be the absolute URL of the actions of the proxy. It is "${invalidUrl}".`,
    )
  }
  const invalidOrigin = redirectProxyOrigins.find(origin => !isOriginPattern(origin))
  if (invalidOrigin === undefined) return undefined
  return new InvalidConfig(
    `\`redirectProxyOrigins\` contains "${invalidOrigin}". Use origins: a scheme and a host, whose first label may be \`*\`, without a path.`,
  )
}

const sessionMethods = ['createSession', 'getSessionAndUser', 'updateSession', 'deleteSession'] as const

function findAdapterError(config: AuthConfig, providers: readonly ProviderConfig[]) {
  if (config.adapter) return undefined
  const emailProvider = providers.find(({ type }) => type === 'email')
  if (emailProvider)
    return new MissingAdapter(
      `Provider "${emailProvider.id}" sends emails and needs an \`adapter\` to store one-time tokens.`,
    )
  if (resolveSessionStrategy(config) === 'jwt') return undefined
  return new MissingAdapter('`session.strategy: "database"` needs an `adapter`. Set one or choose "jwt".')
}

function findAdapterSessionStartError(config: AuthConfig) {
  const { session, adapter } = config
  if (
    session?.absoluteMaxAge === undefined ||
    resolveSessionStrategy(config) === 'jwt' ||
    adapter?.storesSessionStart
  )
    return undefined
  return new InvalidConfig(
    '`session.absoluteMaxAge` needs an adapter that stores `startedAt` and has `storesSessionStart: true`. ' +
      'Remove the option or set `session.strategy: "jwt"`.',
  )
}

function findAdapterMethodsError(config: AuthConfig, providers: readonly ProviderConfig[], flows: Flows) {
  const { adapter } = config
  if (!adapter) return undefined
  const requirers = new Map<AdapterMethod, string>()
  if (resolveSessionStrategy(config) === 'database') {
    for (const method of [...sessionMethods, 'getUser'] as const)
      requirers.set(method, 'session strategy "database"')
  }
  for (const { id, type } of providers) {
    for (const method of flows[type]?.requiredAdapterMethods ?? [])
      if (!requirers.has(method)) requirers.set(method, `provider "${id}"`)
  }
  const missing = [...requirers].filter(([method]) => !adapter[method])
  if (missing.length === 0) return undefined
  const names = missing.map(([method, requirer]) => `\`${method}\` (${requirer})`).join(', ')
  return new MissingAdapterMethods(
    `The \`adapter\` lacks required methods: ${names}. Add them, or use another adapter.`,
  )
}
