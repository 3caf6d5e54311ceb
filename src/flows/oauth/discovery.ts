import type { AuthorizationServer } from 'oauth4webapi'
import { Cache } from '../../base/cache.js'
import { parseObject } from '../../base/json.js'
import { InvalidEndpoints } from '../../errors.js'
import { parseUrl } from '../../http/url.js'
import type { Settings } from '../../types/context.js'
import type { OAuthProvider } from '../../types/resolved-provider.js'
import { type BoundedFetch, getBoundedFetch } from './provider-fetch.js'

/** Stands in for the issuer of a plain OAuth provider, which has none. */
export const noIssuer = 'urn:latchkey:no-issuer'
/** Servers that are kept, as many as providers. */
const maxCachedServers = 500
const oneHour = 3600
const oneMinute = 60

interface ServerCaches {
  readonly complete: Cache<Promise<AuthorizationServer>>
  /** Servers whose discovery failed but that can do without: asked again soon. */
  readonly partial: Cache<AuthorizationServer>
}

/** Answers are kept per `fetch`: what one tenant's own `fetch` brought is never shown to another. */
const serverCaches = new WeakMap<BoundedFetch, ServerCaches>()

/**
 * What is known of a provider's server: its configured endpoints, and the rest by discovery (OpenID Connect
 * Discovery 1.0 section 4). Kept for an hour, together with the keys that the protocol library keeps with it;
 * parallel visitors share one request, and a failure is not kept.
 */
export async function getAuthorizationServer(
  settings: Settings,
  provider: OAuthProvider,
): Promise<AuthorizationServer> {
  const boundedFetch = getBoundedFetch(provider)
  const { complete, partial } = getServerCaches(boundedFetch)
  const configuredEndpoints = getConfiguredEndpoints(provider)
  const key = JSON.stringify([
    provider.type,
    provider.wellKnown,
    provider.issuer,
    provider.acceptedIssuers,
    configuredEndpoints,
  ])
  const configuredServer = { issuer: provider.issuer ?? noIssuer, ...configuredEndpoints }
  const cached = partial.get(key) ?? complete.get(key)
  if (cached) return cached
  // Kept all the same: the provider's keys are kept with it.
  if (!needsDiscovery(provider)) return complete.set(key, Promise.resolve(configuredServer))
  const server = discoverServer(settings, provider, boundedFetch).then(
    discovered => ({ ...discovered, ...configuredEndpoints }),
    (error: unknown) => {
      complete.delete(key)
      if (!canSkipDiscovery(provider)) throw error
      return partial.set(key, configuredServer)
    },
  )
  return complete.set(key, server)
}

function getServerCaches(boundedFetch: BoundedFetch): ServerCaches {
  const cached = serverCaches.get(boundedFetch)
  if (cached) return cached
  const caches = {
    complete: new Cache<Promise<AuthorizationServer>>(maxCachedServers, oneHour),
    partial: new Cache<AuthorizationServer>(maxCachedServers, oneMinute),
  }
  serverCaches.set(boundedFetch, caches)
  return caches
}

function needsDiscovery(provider: OAuthProvider): boolean {
  if (!provider.wellKnown && !provider.issuer) return false
  if (!provider.authorization || !(provider.token.url ?? provider.token.template)) return true
  return isUserinfoMissing(provider) || (provider.type === 'oidc' && !provider.jwksUri)
}

/** Discovery would only have named the keys: see the direct channel in `id-token.ts`. */
function canSkipDiscovery(provider: OAuthProvider): boolean {
  const { issuer, authorization, token } = provider
  return Boolean(issuer && authorization && token.url) && !isUserinfoMissing(provider)
}

function isUserinfoMissing({ type, idToken, userinfo }: OAuthProvider): boolean {
  const isConfigured = userinfo.url ?? userinfo.template ?? userinfo.request ?? userinfo.from
  return (type === 'oauth' || !idToken) && !isConfigured
}

/** The endpoints that the configuration names; they win over discovered ones. */
function getConfiguredEndpoints({
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

async function discoverServer(
  settings: Settings,
  provider: OAuthProvider,
  boundedFetch: BoundedFetch,
): Promise<AuthorizationServer> {
  const url = provider.wellKnown ?? `${provider.issuer?.replace(/\/$/, '')}/.well-known/openid-configuration`
  assertSecureUrl(settings, url)
  const response = await boundedFetch(url, { headers: { accept: 'application/json' } })
  if (response.status !== 200) throw new InvalidEndpoints(`${url} answered with status ${response.status}.`)
  const document = parseObject(await response.text())
  if (!document || !isServerMetadata(document)) throw new InvalidEndpoints(`${url} is no discovery document.`)
  // OpenID Connect Discovery 1.0 section 4.3: the issuer must be the one that was asked for.
  if (!isAcceptedIssuer(provider, document.issuer)) {
    throw new InvalidEndpoints(
      `${url} speaks for "${document.issuer}", but \`issuer\` is "${provider.issuer}".`,
    )
  }
  for (const name of endpointNames) {
    const endpointUrl = document[name]
    if (endpointUrl !== undefined && isLoopback(parseUrl(endpointUrl)))
      assertSecureUrl(settings, endpointUrl, url)
  }
  return document
}

function isAcceptedIssuer({ issuer, acceptedIssuers }: OAuthProvider, documentIssuer: string): boolean {
  if (!issuer || documentIssuer === issuer) return true
  if (acceptedIssuers !== 'same-origin') return acceptedIssuers.includes(documentIssuer)
  return parseUrl(documentIssuer)?.origin === parseUrl(issuer)?.origin
}

const endpointNames = ['authorization_endpoint', 'token_endpoint', 'userinfo_endpoint', 'jwks_uri'] as const

function isServerMetadata(
  document: Record<string, unknown>,
): document is AuthorizationServer & typeof document {
  if (typeof document.issuer !== 'string') return false
  const fields = new Map<string, unknown>(Object.entries(document))
  return endpointNames.every(name => !fields.has(name) || isHttpUrl(fields.get(name)))
}

/** A document may not send a visitor to `javascript:` or `data:`. */
function isHttpUrl(value: unknown): boolean {
  return typeof value === 'string' && /^https?:$/.test(parseUrl(value)?.protocol ?? '')
}

/**
 * Plain http is for this machine only, and nobody elsewhere may have it asked.
 *
 * @param sourceUrl the address whose answer names this one; left out where the configuration does
 * @throws InvalidEndpoints
 */
export function assertSecureUrl({ allowInsecureHttp }: Settings, endpoint: string, sourceUrl?: string): void {
  const url = parseUrl(endpoint)
  if (url?.protocol === 'https:') return
  const isLocalAllowed = isLoopback(url) && (sourceUrl === undefined || isLoopback(parseUrl(sourceUrl)))
  if (url?.protocol === 'http:' && (isLocalAllowed || allowInsecureHttp)) return
  if (!endpoint)
    throw new InvalidEndpoints('The provider names no such endpoint: give it in the configuration.')
  throw new InvalidEndpoints(
    `${endpoint} is not https. Use https, or set AUTH_ALLOW_INSECURE_HTTP=true where the network itself is trusted.`,
  )
}

function isLoopback(url: URL | null | undefined): boolean {
  return url?.hostname === 'localhost' || url?.hostname === '127.0.0.1' || url?.hostname === '[::1]'
}
