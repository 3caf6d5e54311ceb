import type { AuthorizationServer } from 'oauth4webapi'
import { Cache } from '../../base/cache.js'
import { parseObject } from '../../base/json.js'
import { InvalidEndpoints } from '../../errors.js'
import { parseUrl } from '../../http/url.js'
import type { Settings } from '../../types/context.js'
import type { OAuthProvider } from '../../types/resolved-provider.js'
import { type Outbound, outboundOf } from './outbound.js'

/** Stands in for the issuer of a plain OAuth provider, which has none. */
export const noIssuer = 'urn:latchkey:no-issuer'
/** Servers that are kept, as many as providers. */
const most = 500
const oneHour = 3600
const oneMinute = 60

interface Kept {
  readonly whole: Cache<Promise<AuthorizationServer>>
  /** Servers whose discovery failed but that can do without: asked again soon. */
  readonly partial: Cache<AuthorizationServer>
}

/** Answers are kept per `fetch`: what one tenant's own `fetch` brought is never shown to another. */
const kept = new WeakMap<Outbound, Kept>()

/**
 * What is known of a provider's server: its configured endpoints, and the rest by discovery (OpenID Connect
 * Discovery 1.0 section 4). Kept for an hour, together with the keys that the protocol library keeps with it;
 * parallel visitors share one request, and a failure is not kept.
 */
export async function serverOf(settings: Settings, provider: OAuthProvider): Promise<AuthorizationServer> {
  const outbound = outboundOf(provider)
  const { whole, partial } = keptBy(outbound)
  const own = configured(provider)
  const key = JSON.stringify([provider.type, provider.wellKnown, provider.issuer, provider.issuers, own])
  const bare = { issuer: provider.issuer ?? noIssuer, ...own }
  const known = partial.get(key) ?? whole.get(key)
  if (known) return known
  // Kept all the same: the provider's keys are kept with it.
  if (!needsDiscovery(provider)) return whole.set(key, Promise.resolve(bare))
  const server = discover(settings, provider, outbound).then(
    found => ({ ...found, ...own }),
    (error: unknown) => {
      whole.delete(key)
      if (!canDoWithout(provider)) throw error
      return partial.set(key, bare)
    },
  )
  return whole.set(key, server)
}

function keptBy(outbound: Outbound): Kept {
  const known = kept.get(outbound)
  if (known) return known
  const fresh = {
    whole: new Cache<Promise<AuthorizationServer>>(most, oneHour),
    partial: new Cache<AuthorizationServer>(most, oneMinute),
  }
  kept.set(outbound, fresh)
  return fresh
}

function needsDiscovery(provider: OAuthProvider): boolean {
  if (!provider.wellKnown && !provider.issuer) return false
  if (!provider.authorization || !(provider.token.url ?? provider.token.template)) return true
  return lacksUserinfo(provider) || (provider.type === 'oidc' && !provider.jwksUri)
}

/** Discovery would only have named the keys: see the direct channel in `id-token.ts`. */
function canDoWithout(provider: OAuthProvider): boolean {
  const { issuer, authorization, token } = provider
  return Boolean(issuer && authorization && token.url) && !lacksUserinfo(provider)
}

function lacksUserinfo({ type, idToken, userinfo }: OAuthProvider): boolean {
  const isNamed = userinfo.url ?? userinfo.template ?? userinfo.request ?? userinfo.from
  return (type === 'oauth' || !idToken) && !isNamed
}

/** The endpoints that the configuration names; they win over discovered ones. */
function configured({
  authorization,
  token,
  userinfo,
  jwksUri,
}: OAuthProvider): Partial<AuthorizationServer> {
  return {
    ...(authorization && { authorization_endpoint: authorization.href }),
    ...(token.url && { token_endpoint: token.url.href }),
    ...(userinfo.url && { userinfo_endpoint: userinfo.url.href }),
    ...(jwksUri && { jwks_uri: jwksUri }),
  }
}

async function discover(
  settings: Settings,
  provider: OAuthProvider,
  outbound: Outbound,
): Promise<AuthorizationServer> {
  const url = provider.wellKnown ?? `${provider.issuer?.replace(/\/$/, '')}/.well-known/openid-configuration`
  assertReachable(settings, url)
  const response = await outbound(url, { headers: { accept: 'application/json' } })
  if (response.status !== 200) throw new InvalidEndpoints(`${url} answered with status ${response.status}.`)
  const document = parseObject(await response.text())
  if (!document || !isServer(document)) throw new InvalidEndpoints(`${url} is no discovery document.`)
  // OpenID Connect Discovery 1.0 section 4.3: the issuer must be the one that was asked for.
  if (!isIssuerOf(provider, document.issuer)) {
    throw new InvalidEndpoints(
      `${url} speaks for "${document.issuer}", but \`issuer\` is "${provider.issuer}".`,
    )
  }
  for (const name of endpoints) {
    const address = document[name]
    if (address !== undefined && isHere(parseUrl(address))) assertReachable(settings, address, url)
  }
  return document
}

function isIssuerOf({ issuer, issuers }: OAuthProvider, named: string): boolean {
  if (!issuer || named === issuer) return true
  if (issuers !== 'same-origin') return issuers.includes(named)
  return parseUrl(named)?.origin === parseUrl(issuer)?.origin
}

const endpoints = ['authorization_endpoint', 'token_endpoint', 'userinfo_endpoint', 'jwks_uri'] as const

function isServer(document: Record<string, unknown>): document is AuthorizationServer & typeof document {
  if (typeof document.issuer !== 'string') return false
  const claims = new Map<string, unknown>(Object.entries(document))
  return endpoints.every(name => !claims.has(name) || isWebAddress(claims.get(name)))
}

/** A document may not send a visitor to `javascript:` or `data:`. */
function isWebAddress(value: unknown): boolean {
  return typeof value === 'string' && /^https?:$/.test(parseUrl(value)?.protocol ?? '')
}

/**
 * Plain http is for this machine only, and nobody elsewhere may have it asked.
 *
 * @param namedBy the address whose answer names this one; left out where the configuration does
 * @throws InvalidEndpoints
 */
export function assertReachable({ allowInsecureHttp }: Settings, address: string, namedBy?: string): void {
  const url = parseUrl(address)
  if (url?.protocol === 'https:') return
  const mayBeHere = isHere(url) && (namedBy === undefined || isHere(parseUrl(namedBy)))
  if (url?.protocol === 'http:' && (mayBeHere || allowInsecureHttp)) return
  if (!address)
    throw new InvalidEndpoints('The provider names no such endpoint: give it in the configuration.')
  throw new InvalidEndpoints(
    `${address} is not https. Use https, or set AUTH_ALLOW_INSECURE_HTTP=true where the network itself is trusted.`,
  )
}

function isHere(url: URL | null | undefined): boolean {
  return url?.hostname === 'localhost' || url?.hostname === '127.0.0.1' || url?.hostname === '[::1]'
}
