import { isPromise } from '../base/cache.js'
import { describeValue } from '../base/describe-value.js'
import { parseUrl } from '../base/parse.js'
import { InvalidConfig, MissingAdapter, MissingSecret, UntrustedHost } from '../errors.js'
import type { AuthConfig } from '../types/config.js'
import type { Flows } from '../types/context.js'
import type { ProviderConfig } from '../types/provider.js'
import { getRuntimeEnvironment, isDevelopment } from './environment.js'
import {
  adapterMethodsRule,
  adapterSessionStartRule,
  type ConfigRule,
  cookiePrefixesRule,
  cookiesRule,
  localesRule,
  nextAuth4Rule,
  passkeyAdapterRule,
  passkeyFormsRule,
  passkeyOriginsRule,
  pluginsRule,
  revocationRule,
  throttlingRule,
} from './optional-rules.js'
import { isOriginPattern } from './redirect-proxy.js'
import { resolveSessionStrategy } from './resolve-config.js'
import { mergeProviders } from './resolve-provider.js'
import { generateSecret, listSecrets } from './secret.js'
import { findBasePathError, findPublicBasePathError } from './validate-base-paths.js'
import { findOptionTypesError, findPagesError, findSessionAgesError } from './validate-options.js'
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

/** The checks in order. The first error is reported. See docs/reference/contract.md#configuration-checks. */
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
  nextAuth4Rule,
  findUserIdError,
  throttlingRule,
  revocationRule,
  cookiesRule,
  cookiePrefixesRule,
  findSessionStrategyError,
  localesRule,
  findMissingIdsError,
  findProviderIdsError,
  findRedirectProxyError,
  findDuplicateIdsError,
  findProviderTypesError,
  findProviderOptionsError,
  findEndpointsError,
  findIssuersError,
  findClockToleranceError,
  passkeyFormsRule,
  passkeyOriginsRule,
  findAuthorizeError,
  findSendVerificationRequestError,
  findEndsOlderLinksError,
  findAdapterError,
  passkeyAdapterRule,
  adapterMethodsRule,
  adapterSessionStartRule,
  pluginsRule,
]

/**
 * Validates a configuration.
 *
 * @returns the providers, with their options merged over their defaults
 * @throws AuthError whose message names the option to set
 */
export async function validateConfig(config: AuthConfig, flows: Flows): Promise<readonly ProviderConfig[]> {
  const { providers: configured } = config
  assertProviderList(configured)
  const providers = mergeProviders(configured)
  for (const rule of rules) {
    const result = rule(config, providers, flows)
    const error = isPromise(result) ? await result : result
    if (error) throw error
  }
  return providers
}

function findTrustHostError({ trustHost }: AuthConfig) {
  if (trustHost) return undefined
  return new UntrustedHost(
    'The host of the request is not trusted. Set AUTH_URL to the public URL, on your machine AUTH_URL=http://localhost:3000 ' +
      'with your port. Or set AUTH_TRUST_HOST=true (`trustHost: true`) if every request passes a proxy that sets the Host header.',
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
