import { ValueCache } from '../base/cache.js'
import { toError } from '../base/to-error.js'
import { InvalidConfig } from '../errors.js'
import type { TokenSet } from '../types/account.js'
import type { AuthConfig } from '../types/config.js'
import type { OAuthConfig, Provider, ProviderConfig, WebAuthnConfig } from '../types/provider.js'
import type {
  OAuthCheck,
  ResolvedOAuthProvider,
  ResolvedProvider,
  ResolvedWebAuthnProvider,
} from '../types/resolved-provider.js'
import { customFetch, nextAuth4Errors } from '../types/symbols.js'
import { mergeDeep } from './merge.js'
import { toMergeableEndpoints } from './merge-endpoints.js'
import { requirePasskeyCode } from './passkey-code.js'
import {
  type ResolvedEndpoint,
  resolveAcceptedIssuers,
  resolveAuthorizationParams,
  resolveEndpoint,
  resolveTextOption,
} from './resolve-endpoint.js'

/** Maximum number of cached providers. A multi-tenant app can have several providers with one id. */
const maxCachedProviders = 500

const mergedProviderCache = new ValueCache<ProviderConfig, ProviderConfig>(maxCachedProviders, mergeOptions)

/** Merges the options of a provider over its defaults. See docs/reference/contract.md#merging. */
export function mergeProvider(provider: Provider): ProviderConfig {
  const config = typeof provider === 'function' ? provider({}) : provider
  return mergedProviderCache.getOrCompute(getCacheKey(config), config)
}

/** Returns a cache key from the fields in which providers of different tenants differ. */
function getCacheKey(config: ProviderConfig): string {
  const { id, clientId, issuer, options }: IdentifyingFields = config
  return `${options?.id ?? id}\n${options?.clientId ?? clientId}\n${options?.issuer ?? issuer}`
}

interface IdentifyingFields {
  readonly id?: unknown
  readonly clientId?: unknown
  readonly issuer?: unknown
  readonly options?: IdentifyingFields | null | undefined
}

function mergeOptions(config: ProviderConfig): ProviderConfig {
  const options = 'options' in config ? config.options : undefined
  const merged = mergeDeep(...toMergeableEndpoints(config, options)) as unknown
  const symbols = {
    [customFetch]: getCustomFetch(options) ?? getCustomFetch(config),
    [nextAuth4Errors]: Reflect.get(config, nextAuth4Errors),
  }
  return Object.freeze(Object.assign(merged as ProviderConfig, symbols, { options: undefined }))
}

/**
 * Merges all providers. Factories are called without options.
 *
 * @throws InvalidConfig if a factory cannot be called without options
 */
export function mergeProviders(providers: readonly Provider[]): readonly ProviderConfig[] {
  return providers.map((provider, index) => {
    try {
      return mergeProvider(provider)
    } catch (error) {
      const reason =
        typeof provider === 'function' ? 'is a factory that needs options: call it' : 'cannot be read'
      throw new InvalidConfig(`\`providers[${index}]\` ${reason}.`, { cause: toError(error) })
    }
  })
}

/** Resolves a merged provider: fills in all defaults and parses its URLs. */
export function resolveProvider(config: ProviderConfig, defaults: ProviderDefaults = {}): ResolvedProvider {
  if (config.type === 'webauthn') return resolvePasskeyProvider(config)
  if (config.type !== 'oauth' && config.type !== 'oidc') return config
  const { redirectProxyUrl } = defaults
  const cached = resolvedProviderCache.get(config)
  if (cached && cached.redirectProxyUrl === redirectProxyUrl) return cached.provider
  const provider = resolveOAuthProvider(config, defaults)
  resolvedProviderCache.set(config, { provider, redirectProxyUrl })
  return provider
}

/**
 * Checks that a passkey provider has its code and its functions.
 *
 * @throws InvalidConfig for an object literal without them
 */
function resolvePasskeyProvider(config: WebAuthnConfig): ResolvedWebAuthnProvider {
  requirePasskeyCode(config)
  const { getUserInfo, getRelayingParty, simpleWebAuthn } = config
  if (getUserInfo && getRelayingParty && simpleWebAuthn)
    return { ...config, getUserInfo, getRelayingParty, simpleWebAuthn }
  throw new InvalidConfig(
    `Provider "${config.id}" lacks \`simpleWebAuthn\` or another function. Create it with \`latchkey/providers/passkey\`.`,
  )
}

type ProviderDefaults = Pick<AuthConfig, 'redirectProxyUrl'>

/** Cache by merged provider. The entry also holds the default that it was resolved with. */
const resolvedProviderCache = new WeakMap<
  ProviderConfig,
  ProviderDefaults & { readonly provider: ResolvedOAuthProvider }
>()

/** Seconds. */
const defaultClockTolerance = 30

function resolveOAuthProvider(config: OAuthConfig<never>, defaults: ProviderDefaults): ResolvedOAuthProvider {
  const authorization = resolveEndpoint(config, 'authorization')
  const redirectProxyUrl = resolveRedirectProxyUrl(config, authorization, defaults)
  return Object.freeze({
    id: config.id,
    name: config.name,
    type: config.type,
    clientId: config.clientId ?? '',
    clientSecret: config.clientSecret,
    generateClientSecret: config.generateClientSecret,
    issuer: resolveTextOption(config, 'issuer'),
    acceptedIssuers: resolveAcceptedIssuers(config),
    resolveExpectedIssuer: config.resolveExpectedIssuer,
    wellKnown: resolveTextOption(config, 'wellKnown'),
    jwksUri: resolveTextOption(config, 'jwks_endpoint'),
    authorization: authorization.url,
    authorizationParameterNames: authorization.parameterNames ?? {},
    authorizationParams: resolveAuthorizationParams(config, authorization),
    callback: config.callback ?? {},
    token: resolveEndpoint(config, 'token'),
    userinfo: resolveEndpoint(config, 'userinfo'),
    checks: resolveChecks(config, redirectProxyUrl),
    codeChallengeMethod: config.codeChallengeMethod ?? 'S256',
    redirectProxyUrl,
    idToken: !('idToken' in config && config.idToken === false),
    client: config.client ?? {},
    omitsNonce: 'omitsNonce' in config && config.omitsNonce === true,
    clockTolerance: config.clockTolerance ?? defaultClockTolerance,
    profile: resolveProfileCallback(config),
    isEmailVerified: resolveEmailVerifiedCallback(config),
    account: config.account && ((tokens: TokenSet) => config.account?.(tokens) ?? {}),
    trustedAssurance: config.trustedAssurance ?? {},
    style: config.style ?? {},
    icon: config.icon,
    allowDangerousEmailAccountLinking: config.allowDangerousEmailAccountLinking ?? false,
    fetch: config[customFetch] ?? callGlobalFetch,
  })
}

/**
 * Returns the URL of the redirect proxy, if the provider uses one. A provider with `response_mode=form_post`
 * cannot: its form only reaches the proxy.
 */
function resolveRedirectProxyUrl(
  config: OAuthConfig<never>,
  { url, params }: ResolvedEndpoint<'authorization'>,
  defaults: ProviderDefaults,
): string | undefined {
  const mode = params?.response_mode ?? url?.searchParams.get('response_mode')
  const proxyUrl = config.redirectProxyUrl ?? defaults.redirectProxyUrl
  return proxyUrl && mode !== 'form_post' ? proxyUrl.replace(/\/+$/, '') : undefined
}

/**
 * Returns the enabled checks. A provider behind a redirect proxy always needs `state`, which carries the URL
 * to return to.
 */
function resolveChecks(
  { checks = ['pkce'] }: OAuthConfig<never>,
  proxyUrl: string | undefined,
): ReadonlySet<OAuthCheck> {
  const enabledChecks: OAuthCheck[] = proxyUrl ? ['state'] : []
  for (const check of checks) if (check !== 'none') enabledChecks.push(check)
  return new Set(enabledChecks)
}

/** Calls the global `fetch`, looked up at each call because tests and instrumentation can replace it. */
const callGlobalFetch: typeof fetch = (input, init) => fetch(input, init)

function getCustomFetch(config: object | undefined): typeof fetch | undefined {
  return (config as { [customFetch]?: typeof fetch } | undefined)?.[customFetch]
}

/** Returns the profile callback without its profile type. Only the provider knows the shape of its response. */
function resolveProfileCallback({ profile: callback }: OAuthConfig<never>): ResolvedOAuthProvider['profile'] {
  return callback && ((profile, tokens) => callback(profile as never, tokens))
}

/** Returns the `isEmailVerified` callback without its profile type. */
function resolveEmailVerifiedCallback({
  isEmailVerified,
}: OAuthConfig<never>): ResolvedOAuthProvider['isEmailVerified'] {
  return isEmailVerified && (profile => isEmailVerified(profile as never))
}
