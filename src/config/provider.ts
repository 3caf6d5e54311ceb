import { asError } from '../base/as-error.js'
import { Interned } from '../base/interned.js'
import { InvalidConfig } from '../errors.js'
import type { Account, TokenSet } from '../types/account.js'
import type { AuthConfig } from '../types/config.js'
import type { OAuthConfig, Provider, ProviderConfig, WebAuthnConfig } from '../types/provider.js'
import type { Check, OAuthProvider, PasskeyProvider, ResolvedProvider } from '../types/resolved-provider.js'
import { customFetch } from '../types/symbols.js'
import type { Profile, User } from '../types/user.js'
import { type Endpoint, endpointOf, issuersOf, parametersOf, textOf } from './endpoint.js'
import { merge } from './merge.js'

/** Providers that are kept; an app with tenants may have several of one id. */
const most = 500

const merged = new Interned<ProviderConfig, ProviderConfig>(most, laidOver)

/** A provider with its options laid over its defaults. Spec: behaviour section 8.1. */
export function mergedProvider(provider: Provider): ProviderConfig {
  const config = typeof provider === 'function' ? provider({}) : provider
  return merged.of(nameOf(config), config)
}

/** What providers of several tenants differ in. */
function nameOf(config: ProviderConfig): string {
  const own: object = 'options' in config && config.options ? config.options : {}
  return [config.id, ...telling.flatMap(key => [Reflect.get(config, key), Reflect.get(own, key)])].join('\n')
}

const telling = ['id', 'clientId', 'issuer']

function laidOver(config: ProviderConfig): ProviderConfig {
  const options = 'options' in config ? config.options : undefined
  const laid = merge(config, options) as unknown
  const symbols = { [customFetch]: fetchOf(options) ?? fetchOf(config) }
  return Object.freeze(Object.assign(laid as ProviderConfig, symbols, { options: undefined }))
}

/**
 * All of them. A factory is called without settings here, and may not be able to do without.
 *
 * @throws InvalidConfig
 */
export function mergedProviders(given: readonly Provider[]): readonly ProviderConfig[] {
  return given.map((provider, index) => {
    try {
      return mergedProvider(provider)
    } catch (error) {
      const fault =
        typeof provider === 'function' ? 'is no provider yet: call it with its settings' : 'cannot be read'
      throw new InvalidConfig(`\`providers[${index}]\` ${fault}.`, { cause: asError(error) })
    }
  })
}

/** A merged provider with every default filled in. */
export function resolveProvider(config: ProviderConfig, defaults: Defaults = {}): ResolvedProvider {
  if (config.type === 'webauthn') return resolvePasskeys(config)
  if (config.type !== 'oauth' && config.type !== 'oidc') return config
  const { redirectProxyUrl } = defaults
  const known = resolved.get(config)
  if (known && known.redirectProxyUrl === redirectProxyUrl) return known.provider
  const provider = resolveOAuth(config, defaults)
  resolved.set(config, { provider, redirectProxyUrl })
  return provider
}

/** @throws InvalidConfig for a plain object, which lacks the functions */
function resolvePasskeys(config: WebAuthnConfig): PasskeyProvider {
  const { getUserInfo, getRelayingParty, simpleWebAuthn } = config
  if (getUserInfo && getRelayingParty && simpleWebAuthn)
    return { ...config, getUserInfo, getRelayingParty, simpleWebAuthn }
  throw new InvalidConfig(
    `Provider "${config.id}" lacks \`simpleWebAuthn\` or another function: make it with \`latchkey/providers/passkey\`.`,
  )
}

type Defaults = Pick<AuthConfig, 'redirectProxyUrl'>

/** By merged provider, and with the default that went into it. */
const resolved = new WeakMap<ProviderConfig, Defaults & { readonly provider: OAuthProvider }>()

function resolveOAuth(config: OAuthConfig<never>, defaults: Defaults): OAuthProvider {
  const authorization = endpointOf(config, 'authorization')
  const redirectProxyUrl = proxyOf(config, authorization, defaults)
  return Object.freeze({
    id: config.id,
    name: config.name,
    type: config.type,
    clientId: config.clientId ?? '',
    clientSecret: config.clientSecret,
    mintClientSecret: config.mintClientSecret,
    issuer: textOf(config, 'issuer'),
    issuers: issuersOf(config),
    issuerOf: config.issuerOf,
    wellKnown: textOf(config, 'wellKnown'),
    jwksUri: textOf(config, 'jwks_endpoint'),
    authorization: authorization.url,
    authorizationNames: authorization.names ?? {},
    parameters: parametersOf(config, authorization),
    callback: config.callback ?? {},
    token: endpointOf(config, 'token'),
    userinfo: endpointOf(config, 'userinfo'),
    checks: checksOf(config, redirectProxyUrl),
    pkce: config.pkce ?? 'S256',
    redirectProxyUrl,
    idToken: !('idToken' in config && config.idToken === false),
    client: config.client ?? {},
    profile: profileOf(config),
    emailVerified: verifiedOf(config),
    account: (tokens: TokenSet) => (config.account ? (config.account(tokens) ?? {}) : defaultAccount(tokens)),
    style: config.style ?? {},
    mark: config.mark,
    allowDangerousEmailAccountLinking: config.allowDangerousEmailAccountLinking ?? false,
    fetch: config[customFetch] ?? plainFetch,
  })
}

/** A form's answer reaches the proxy alone, so such a provider goes without one. */
function proxyOf(
  config: OAuthConfig<never>,
  { url, params }: Endpoint<'authorization'>,
  defaults: Defaults,
): string | undefined {
  const mode = params?.response_mode ?? url?.searchParams.get('response_mode')
  const proxy = config.redirectProxyUrl ?? defaults.redirectProxyUrl
  return proxy && mode !== 'form_post' ? proxy.replace(/\/+$/, '') : undefined
}

/** The way back from a proxy is written in `state`. */
function checksOf({ checks = ['pkce'] }: OAuthConfig<never>, proxy: string | undefined): ReadonlySet<Check> {
  const wanted: Check[] = proxy ? ['state'] : []
  for (const check of checks) if (check !== 'none') wanted.push(check)
  return new Set(wanted)
}

/** One function for all, and late bound: a test or an instrument may replace the global. */
const plainFetch: typeof fetch = (input, init) => fetch(input, init)

function fetchOf(config: object | undefined): typeof fetch | undefined {
  return (config as { [customFetch]?: typeof fetch } | undefined)?.[customFetch]
}

/**
 * Profile types are erased here: what a provider sends is whatever it sends, and its own `profile()` is the one
 * place that knows the shape.
 */
function profileOf(config: OAuthConfig<never>): OAuthProvider['profile'] {
  const own = config.profile
  return own ? (profile, tokens) => own(profile as never, tokens) : defaultProfile
}

/** Erased in the same way. */
function verifiedOf({ emailVerified }: OAuthConfig<never>): OAuthProvider['emailVerified'] {
  return profile => told(emailVerified ? emailVerified(profile as never) : profile.email_verified)
}

const yes: ReadonlySet<unknown> = new Set([true, 'true', 1, '1'])

/** Some providers say it as a text or a number. What is there and is no yes is a no. */
function told(said: unknown): boolean | undefined {
  return said === undefined || said === null ? undefined : yes.has(said)
}

/** Spec: behaviour section 8.6. */
function defaultProfile({ sub, id, name, nickname, preferred_username, email, picture }: Profile): User {
  const own = sub ?? id
  return {
    id: own === undefined || own === null ? undefined : String(own),
    name: name ?? nickname ?? preferred_username,
    email,
    image: typeof picture === 'string' ? picture : undefined,
  }
}

const keptTokens = [
  'access_token',
  'id_token',
  'refresh_token',
  'expires_at',
  'scope',
  'token_type',
  'session_state',
] as const

function defaultAccount(tokens: TokenSet): Partial<Account> {
  return Object.fromEntries(
    keptTokens.filter(key => tokens[key] !== undefined).map(key => [key, tokens[key]]),
  )
}
