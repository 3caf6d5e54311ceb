import type { AuthorizationServer } from 'oauth4webapi'
import { Cache, SharedWork } from '../../base/cache.js'
import { isRecord, parseObject, parseUrl } from '../../base/parse.js'
import { toError } from '../../base/to-error.js'
import { getProviderEnvName } from '../../config/environment.js'
import { InvalidEndpoints } from '../../errors.js'
import type { Settings } from '../../types/context.js'
import type { ResolvedOAuthProvider } from '../../types/resolved-provider.js'
import { type BoundedFetch, getBoundedFetch, runStep } from './provider-requests.js'

/** The issuer of an OAuth provider that has none. */
export const missingIssuerPlaceholder = 'urn:latchkey:no-issuer'
/** How many servers are cached, as many as providers. */
const maxCachedServers = 500
const oneHour = 3600
const oneMinute = 60

/** How long a failed discovery is remembered, in seconds. Until then, the sign-ins of other visitors do not wait for its timeout. */
const failureMaxAge = 5

interface ServerCaches {
  /** Servers with all their metadata, from discovery or the configuration. */
  readonly complete: Cache<AuthorizationServer>
  /** Servers whose discovery failed but is optional; retried soon. */
  readonly configuredOnly: Cache<AuthorizationServer>
  /** The errors of failed discoveries. */
  readonly failed: Cache<Error>
  readonly pending: SharedWork<AuthorizationServer>
  /** The servers that {@link logCrossHostTokenEndpoint} has seen. */
  readonly checkedForCrossHostToken: Cache<true>
}

/** Cached per `fetch` function, so that the responses to one tenant's `fetch` never reach another tenant. */
const serverCaches = new WeakMap<BoundedFetch, ServerCaches>()

/**
 * Returns the metadata of a provider: its configured endpoints, and the rest from discovery (OpenID Connect Discovery 1.0 section 4).
 * It is cached for an hour. The keys of the provider are cached for five minutes. Parallel requests share one discovery. A failure is thrown again for five
 * seconds.
 */
export async function getAuthorizationServer(
  settings: Settings,
  provider: ResolvedOAuthProvider,
): Promise<AuthorizationServer> {
  const caches = getServerCaches(getBoundedFetch(provider))
  const configuredEndpoints = getConfiguredEndpoints(provider)
  const key = JSON.stringify([
    provider.type,
    provider.wellKnown,
    provider.issuer,
    provider.acceptedIssuers,
    configuredEndpoints,
    settings.allowInsecureHttp,
  ])
  const cached = caches.complete.get(key) ?? caches.configuredOnly.get(key)
  if (cached) return cached
  const failure = caches.failed.get(key)
  if (failure) throw failure
  const configuredServer = { issuer: provider.issuer ?? missingIssuerPlaceholder, ...configuredEndpoints }
  // Cached nevertheless, because the keys are cached with it.
  if (!needsDiscovery(provider)) return caches.complete.set(key, configuredServer)
  return await caches.pending.joinOrStart(key, async () => {
    try {
      const url = getDiscoveryUrl(provider)
      const discovered = await runStep({ step: 'discovery', url }, () =>
        discoverServer(settings, provider, url),
      )
      if (!caches.checkedForCrossHostToken.get(key)) logCrossHostTokenEndpoint(settings, provider, discovered)
      caches.checkedForCrossHostToken.set(key, true)
      return caches.complete.set(key, { ...discovered, ...configuredEndpoints })
    } catch (error) {
      if (isDiscoveryOptional(provider)) return caches.configuredOnly.set(key, configuredServer)
      throw caches.failed.set(key, toError(error))
    }
  })
}

function getServerCaches(boundedFetch: BoundedFetch): ServerCaches {
  const cached = serverCaches.get(boundedFetch)
  if (cached) return cached
  const caches = {
    complete: new Cache<AuthorizationServer>(maxCachedServers, oneHour),
    configuredOnly: new Cache<AuthorizationServer>(maxCachedServers, oneMinute),
    failed: new Cache<Error>(maxCachedServers, failureMaxAge),
    pending: new SharedWork<AuthorizationServer>(maxCachedServers),
    checkedForCrossHostToken: new Cache<true>(maxCachedServers),
  }
  serverCaches.set(boundedFetch, caches)
  return caches
}

/** Some providers, such as Google, have their token endpoint on another host. For others, a changed document can be an attack. */
function logCrossHostTokenEndpoint(
  { logger }: Settings,
  { id }: ResolvedOAuthProvider,
  { issuer, token_endpoint = issuer }: AuthorizationServer,
): void {
  const [issuerHost, tokenHost] = [parseUrl(issuer)?.host, parseUrl(token_endpoint)?.host]
  if (tokenHost !== issuerHost)
    logger.debug('token endpoint on another host', { provider: id, issuerHost, tokenHost })
}

function needsDiscovery(provider: ResolvedOAuthProvider): boolean {
  if (!provider.wellKnown && !provider.issuer) return false
  if (!provider.authorization || !(provider.token.url ?? provider.token.template)) return true
  return isUserinfoMissing(provider) || (provider.type === 'oidc' && !provider.jwksUri)
}

/** Discovery would add only the keys, which are optional: see `assertIdToken`. */
function isDiscoveryOptional(provider: ResolvedOAuthProvider): boolean {
  const { issuer, authorization, token } = provider
  return Boolean(issuer && authorization && token.url) && !isUserinfoMissing(provider)
}

function isUserinfoMissing({ type, idToken, userinfo }: ResolvedOAuthProvider): boolean {
  const isConfigured = userinfo.url ?? userinfo.template ?? userinfo.request ?? userinfo.source
  return (type === 'oauth' || !idToken) && !isConfigured
}

/** Returns the configured endpoints, which override discovered ones. */
function getConfiguredEndpoints({
  authorization,
  token,
  userinfo,
  jwksUri,
}: ResolvedOAuthProvider): Partial<AuthorizationServer> {
  return {
    ...(authorization && { authorization_endpoint: authorization.href }),
    ...(token.url && { token_endpoint: token.url.href }),
    ...(userinfo.url && { userinfo_endpoint: userinfo.url.href }),
    ...(jwksUri && { jwks_uri: jwksUri }),
  }
}

function getDiscoveryUrl({ wellKnown, issuer }: ResolvedOAuthProvider): string {
  return wellKnown ?? `${issuer?.replace(/\/$/, '')}/.well-known/openid-configuration`
}

async function discoverServer(
  settings: Settings,
  provider: ResolvedOAuthProvider,
  url: string,
): Promise<AuthorizationServer> {
  assertSecureUrl(settings, url)
  const response = await getBoundedFetch(provider)(url, { headers: { accept: 'application/json' } })
  if (response.status !== 200) throw createStatusError(provider, url, response.status)
  const document = parseServerMetadata(url, await response.text())
  // OpenID Connect Discovery 1.0 section 4.3: the issuer must be the configured one.
  if (!isAcceptedIssuer(provider, document.issuer)) {
    throw new InvalidEndpoints(
      `${url} has the issuer "${document.issuer}", but \`issuer\` is "${provider.issuer}". Correct \`issuer\`, or add the other to \`acceptedIssuers\` if it belongs to the provider.`,
    )
  }
  for (const name of endpointNames) {
    const endpointUrl = document[name]
    if (endpointUrl !== undefined && isLoopback(parseUrl(endpointUrl)))
      assertSecureUrl(settings, endpointUrl, url)
  }
  return document
}

/** Explains a response without a document. Status 4xx means that there is none at this URL. */
function createStatusError(
  { id, wellKnown }: ResolvedOAuthProvider,
  url: string,
  status: number,
): InvalidEndpoints {
  const option = wellKnown ? '`wellKnown`' : `\`issuer\` (${getProviderEnvName(id, 'ISSUER')})`
  const fix =
    status < 500
      ? `Correct ${option}: the discovery document of the provider must be at this URL.`
      : 'Try again later, and read the status page and the log of the provider.'
  return new InvalidEndpoints(`${url} responded with status ${status}. ${fix}`)
}

function isAcceptedIssuer(
  { issuer, acceptedIssuers }: ResolvedOAuthProvider,
  documentIssuer: string,
): boolean {
  if (!issuer || documentIssuer === issuer) return true
  if (acceptedIssuers !== 'same-origin') return acceptedIssuers.includes(documentIssuer)
  return parseUrl(documentIssuer)?.origin === parseUrl(issuer)?.origin
}

/**
 * Returns the URL of an endpoint that the provider must have.
 *
 * @param option the option of the provider that sets it
 * @throws InvalidEndpoints
 */
export function requireEndpoint(
  { id }: ResolvedOAuthProvider,
  option: 'token' | 'userinfo' | 'jwks_endpoint',
  url: string | undefined,
): string {
  if (url) return url
  throw new InvalidEndpoints(
    `Provider "${id}" has no URL for \`${option}\`. Set \`${option}\`, or an \`issuer\` whose discovery document has it.`,
  )
}

/**
 * Asserts that a URL is https. Plain http is allowed for localhost only, and only if the configuration or localhost itself names it.
 *
 * @param sourceUrl the URL whose response names this one; omit it for a configured URL
 * @throws InvalidEndpoints
 */
export function assertSecureUrl({ allowInsecureHttp }: Settings, endpoint: string, sourceUrl?: string): void {
  const url = parseUrl(endpoint)
  if (url?.protocol === 'https:') return
  const isLocalAllowed = isLoopback(url) && (sourceUrl === undefined || isLoopback(parseUrl(sourceUrl)))
  if (url?.protocol === 'http:' && (isLocalAllowed || allowInsecureHttp)) return
  const text = endpoint.split(/[?#]/, 1).join()
  if (url?.protocol !== 'http:')
    throw new InvalidEndpoints(
      `${JSON.stringify(text)} is not an https URL. Write the URL in \`issuer\` or the endpoint with https:// in front, without quotes or spaces.`,
    )
  throw new InvalidEndpoints(
    `"${text}" is not https. Use https, or set AUTH_ALLOW_INSECURE_HTTP=true where the network itself is trusted.`,
  )
}

function isLoopback(url: URL | null | undefined): boolean {
  return url?.hostname === 'localhost' || url?.hostname === '127.0.0.1' || url?.hostname === '[::1]'
}

/** A parsed discovery document. */
type ServerMetadata = AuthorizationServer & Record<string, unknown>

/** The endpoints of a discovery document that sign-ins use. */
const endpointNames = ['authorization_endpoint', 'token_endpoint', 'userinfo_endpoint', 'jwks_uri'] as const

/**
 * Parses a discovery document. Members that are null are left out: servers write absent members like this.
 *
 * @throws InvalidEndpoints
 */
function parseServerMetadata(url: string, text: string): ServerMetadata {
  const parsed = parseObject(text)
  const document = parsed && omitNestedNulls(parsed)
  assertServerMetadata(url, document)
  return document
}

/** `mtls_endpoint_aliases` is the one registered member that is an object. */
function omitNestedNulls(document: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const entries = Object.entries(omitNullMembers(document))
  return Object.fromEntries(
    entries.map(([name, value]) => [name, isRecord(value) ? omitNullMembers(value) : value]),
  )
}

/** Returns a copy without members that are null. */
export function omitNullMembers(object: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(object).filter(([, value]) => value !== null))
}

function assertServerMetadata(
  url: string,
  document: Record<string, unknown> | null,
): asserts document is ServerMetadata {
  const fault = findMetadataFault(document)
  if (fault)
    throw new InvalidEndpoints(
      `${url} is not a discovery document: ${fault}. Correct \`wellKnown\` or \`issuer\`.`,
    )
}

function findMetadataFault(document: Record<string, unknown> | null): string | undefined {
  if (!document) return 'it is not a JSON object'
  if (typeof document.issuer !== 'string') return 'its `issuer` is not a string'
  const fields = new Map<string, unknown>(Object.entries(document))
  const invalid = endpointNames.find(name => fields.has(name) && !isHttpUrl(fields.get(name)))
  return invalid && `its \`${invalid}\` is not an http or https URL`
}

/** Rejects `javascript:` and `data:` URLs in a discovery document. */
function isHttpUrl(value: unknown): boolean {
  return typeof value === 'string' && /^https?:$/.test(parseUrl(value)?.protocol ?? '')
}

/**
 * Returns the issuer that a token must name: one that counts for the provider. Some providers have one for each of their tenants.
 *
 * @param claims the claims of the token, which are not verified yet
 */
export function getExpectedIssuer(
  provider: ResolvedOAuthProvider,
  server: AuthorizationServer,
  claims: Readonly<Record<string, unknown>>,
): string {
  const { issuer = '', resolveExpectedIssuer } = provider
  if (resolveExpectedIssuer)
    return resolveExpectedIssuer(claims, { configured: issuer, discovered: server.issuer })
  return selectIssuer(provider, server, claims.iss)
}

/**
 * Returns the named issuer if it counts for the provider, else the one of discovery, which then does not match. The configured issuer, that
 * of discovery and the accepted ones all count, because a provider does not rename them everywhere at the same moment.
 */
function selectIssuer(
  { issuer, acceptedIssuers }: ResolvedOAuthProvider,
  server: AuthorizationServer,
  name: unknown,
): string {
  const issuers = acceptedIssuers === 'same-origin' ? [issuer] : [issuer, ...acceptedIssuers]
  return issuers.find(accepted => accepted !== undefined && accepted === name) ?? server.issuer
}

/** The placeholder in a discovery document that all tenants share. */
const tenantPlaceholder = '{tenantid}'
const tenantId = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/

/**
 * Returns the issuer that the authorization response must name, RFC 9207 section 2.4. If discovery names all tenants by a template, the
 * response names the one of the user.
 */
export function getResponseIssuer(
  provider: ResolvedOAuthProvider,
  server: AuthorizationServer,
  name: string | null,
): string {
  const [start = '', end, ...more] = server.issuer.split(tenantPlaceholder)
  if (name === null || end === undefined || more.length > 0) return selectIssuer(provider, server, name)
  const tenant = name.slice(start.length, name.length - end.length)
  return tenantId.test(tenant) && name === start + tenant + end ? name : selectIssuer(provider, server, name)
}
