import type { AuthorizationServer } from 'oauth4webapi'
import * as oauth from 'oauth4webapi'
import * as platform from '#crypto'
import { isRecord, parseObject } from '../../base/parse.js'
import { redactText } from '../../config/logger.js'
import { CallbackRouteError } from '../../errors.js'
import type { Settings } from '../../types/context.js'
import type { ResolvedOAuthProvider } from '../../types/resolved-provider.js'
import { providerClockTolerance } from './client-authentication.js'
import { assertSecureUrl, requireEndpoint } from './discovery.js'
import { type BoundedFetch, getBoundedFetch, toHttpRequestOptions } from './provider-requests.js'

/** A token response that oauth4webapi has processed. */
export interface ProcessedTokenResponse {
  readonly server: oauth.AuthorizationServer
  readonly response: Response
  readonly tokens: oauth.TokenEndpointResponse
}

/**
 * Verifies what oauth4webapi leaves to its caller: the signature of the ID token (OpenID Connect Core section 3.1.3.7 step 6) and five
 * claims.
 *
 * @throws CallbackRouteError, or an error of oauth4webapi
 */
export async function assertIdToken(
  settings: Settings,
  provider: ResolvedOAuthProvider,
  processed: ProcessedTokenResponse,
): Promise<void> {
  const { server, tokens } = processed
  const alg = getAlgorithm(tokens)
  assertSigned(provider, tokens, alg)
  await assertClaims(provider, tokens)
  if (alg.startsWith('HS')) return await assertHmacSignature(provider, tokens, alg)
  if (server.jwks_uri) return await assertSignature(settings, provider, processed)
  if (!provider.token.url)
    throw new CallbackRouteError(`Provider "${provider.id}" has no keys. Set \`jwks_endpoint\`.`)
  // Section 3.1.3.7 step 6: TLS to the configured token endpoint may replace the verification of the signature.
  settings.warnOnce('id-token-unverified')
}

/** The registered signature algorithms: RFC 7518 section 3.1, RFC 8037, RFC 8812, RFC 9864, and ML-DSA. */
const signatureAlgorithm =
  /^(?:(?:HS|RS|PS|ES)(?:256|384|512)|ES256K|EdDSA|Ed25519|Ed448|ML-DSA-(?:44|65|87))$/

/**
 * Rejects `alg: none` and tokens without a signature, whatever the metadata or `client` allows (OpenID Connect Core section 3.1.3.7,
 * RFC 8725 section 3.1).
 */
function assertSigned({ id }: ResolvedOAuthProvider, { id_token }: oauth.TokenEndpointResponse, alg: string) {
  if (signatureAlgorithm.test(alg) && id_token?.split('.')[2]) return
  throw new CallbackRouteError(
    `The ID token of provider "${id}" is not signed: its \`alg\` is "${redactText(alg)}". Configure the provider to sign ID tokens, for example with RS256.`,
  )
}

async function assertClaims(
  { id, clientId, authorizationParams }: ResolvedOAuthProvider,
  tokens: oauth.TokenEndpointResponse,
): Promise<void> {
  const claims: Partial<oauth.IDToken> = oauth.getValidatedIdTokenClaims(tokens) ?? {}
  const { sub, iat, azp, at_hash } = claims
  const now = Math.floor(Date.now() / 1000)
  const faults = [
    !sub && 'no `sub`',
    (iat ?? 0) > Date.now() / 1000 + providerClockTolerance &&
      `the \`iat\` ${iat}, which is more than ${providerClockTolerance} seconds after the time of the server, ${now}`,
    azp !== undefined &&
      azp !== clientId &&
      `the \`azp\` "${redactText(String(azp))}" instead of the client id "${clientId}"`,
    at_hash !== undefined &&
      at_hash !== (await computeAccessTokenHash(tokens)) &&
      'an `at_hash` that does not match the access token',
    authorizationParams.max_age !== undefined &&
      findAuthenticationFault(Number(authorizationParams.max_age), claims.auth_time, now),
  ]
  const fault = faults.find(Boolean)
  if (fault) throw new CallbackRouteError(`The ID token of provider "${id}" has ${fault}.`)
}

/** Compares the time of the authentication with a configured `max_age`, section 3.1.3.7 step 13. */
export function findAuthenticationFault(maxAge: number, authTime: unknown, now: number): string | null {
  if (typeof authTime !== 'number') return 'no `auth_time`, which `max_age` requires'
  if (now - authTime > maxAge + providerClockTolerance)
    return `the \`auth_time\` ${authTime}: the user signed in at the provider more than ${maxAge} seconds ago, the \`max_age\``
  return authTime > now + providerClockTolerance
    ? `the \`auth_time\` ${authTime}, which is in the future`
    : null
}

/** Computes `at_hash`, section 3.1.3.6: the left half of the access token's digest. */
async function computeAccessTokenHash(tokens: oauth.TokenEndpointResponse): Promise<string> {
  const alg = getAlgorithm(tokens)
  const hash = await hashAccessToken(alg.slice(-3), tokens.access_token)
  return platform.toBase64url(hash.subarray(0, hash.length / 2))
}

/** Almost all providers sign with SHA-256, for which the platform needs no other thread. */
async function hashAccessToken(size: string, token: string): Promise<Uint8Array> {
  if (size === '256') return await platform.hashSha256(token)
  const algorithm = size === '384' ? 'SHA-384' : 'SHA-512'
  return new Uint8Array(await crypto.subtle.digest(algorithm, new TextEncoder().encode(token)))
}

/** The minimum time between two requests for the keys of a server because a token names an unknown one, in milliseconds. */
const keyRefetchInterval = 60_000

/** By what the keys of a server are cached. */
interface JwksCacheEntry {
  /** A copy of the server. oauth4webapi caches the keys by this object, for five minutes. */
  readonly server: AuthorizationServer
  /** When the keys were last requested because of an unknown key. Milliseconds since the epoch. */
  readonly refetchedAt: number
}

/** By cached server, so that it is bounded and never shared between `fetch` functions. */
const jwksCacheEntries = new WeakMap<AuthorizationServer, JwksCacheEntry>()

/** Verifies the signature of a response (ID token or userinfo) with the provider's keys. */
export async function assertSignature(
  settings: Settings,
  provider: ResolvedOAuthProvider,
  { server, response }: Pick<ProcessedTokenResponse, 'server' | 'response'>,
): Promise<void> {
  assertSecureUrl(settings, requireEndpoint(provider, 'jwks_endpoint', server.jwks_uri))
  const keys = jwksCacheEntries.get(server) ?? { server, refetchedAt: 0 }
  const jwksCache: oauth.JWKSCacheInput = {}
  const options = {
    ...toHttpRequestOptions(provider),
    [oauth.customFetch]: createKeysFetch(provider),
    [oauth.jwksCache]: jwksCache,
  }
  try {
    await oauth.validateApplicationLevelSignature(keys.server, response, options)
  } catch (error) {
    if (!isUnknownKey(error)) throw error
    // The keys may have been rotated after they were requested.
    const newKeys = replaceKeysIfDue(server, keys, 'uat' in jwksCache)
    if (!newKeys) throw error
    await oauth.validateApplicationLevelSignature(newKeys.server, response, options)
  }
}

/**
 * Replaces keys among which a key is missing. A new copy of the server has no cached keys, so they are requested again.
 *
 * @param isFresh whether the keys were requested for this token
 * @returns null if the keys were requested again less than a minute ago
 */
function replaceKeysIfDue(
  server: AuthorizationServer,
  usedKeys: JwksCacheEntry,
  isFresh: boolean,
): JwksCacheEntry | null {
  const now = Date.now()
  const currentKeys = jwksCacheEntries.get(server) ?? usedKeys
  // A parallel request replaced them.
  if (currentKeys.server !== usedKeys.server) return currentKeys
  if (isFresh) jwksCacheEntries.set(server, { ...currentKeys, refetchedAt: now })
  if (isFresh || now - currentKeys.refetchedAt < keyRefetchInterval) return null
  const newKeys = { server: { ...server }, refetchedAt: now }
  jwksCacheEntries.set(server, newKeys)
  return newKeys
}

/** Creates the `fetch` of keys. It leaves out the keys that anyone can sign with, so that none of them verifies a token. */
function createKeysFetch(provider: ResolvedOAuthProvider): BoundedFetch {
  const boundedFetch = getBoundedFetch(provider)
  return async (url, init) => {
    const response = await boundedFetch(url, init)
    const document = parseObject(await response.clone().text())
    if (!Array.isArray(document?.keys)) return response
    const keys = document.keys.filter(hasSafeExponent)
    return keys.length === document.keys.length ? response : Response.json({ ...document, keys }, response)
  }
}

/** Requires an RSA exponent of at least 3 (RFC 8017 section 3.1). With 1, which runtimes accept, a signature is the padded hash itself. */
function hasSafeExponent(key: unknown): boolean {
  if (!isRecord(key) || key.kty !== 'RSA') return true
  const bytes = typeof key.e === 'string' ? platform.fromBase64url(key.e) : null
  return bytes?.some((byte, index) => byte > (index === bytes.length - 1 ? 2 : 0)) ?? false
}

function isUnknownKey(error: unknown): boolean {
  return error instanceof oauth.OperationProcessingError && error.code === oauth.KEY_SELECTION
}

/** Verifies an HMAC signature with the client secret, RFC 7518 section 3.2 and OpenID Connect Core section 10.1. */
async function assertHmacSignature(
  { id, clientSecret }: ResolvedOAuthProvider,
  tokens: oauth.TokenEndpointResponse,
  alg: string,
) {
  const [header, payload, signature = ''] = tokens.id_token?.split('.') ?? []
  const algorithm = { name: 'HMAC', hash: `SHA-${alg.slice(2)}` }
  const secret = new TextEncoder().encode(clientSecret ?? '')
  const signatureBytes = platform.fromBase64url(signature)
  const key =
    secret.length > 0 && (await crypto.subtle.importKey('raw', secret, algorithm, false, ['verify']))
  const signedData = new TextEncoder().encode(`${header}.${payload}`)
  if (
    signatureBytes &&
    key &&
    (await crypto.subtle.verify('HMAC', key, new Uint8Array(signatureBytes), signedData))
  )
    return
  throw new CallbackRouteError(`The ID token of provider "${id}" is not signed with the client secret.`)
}

function getAlgorithm({ id_token = '' }: oauth.TokenEndpointResponse): string {
  return String(decodeJwtPart(id_token, 0)?.alg)
}

/**
 * Returns the issuer that a token must name: usually that of discovery. Some providers have several issuers, or one for each of their
 * tenants.
 */
export function getExpectedIssuer(
  { issuer = '', acceptedIssuers, resolveExpectedIssuer }: ResolvedOAuthProvider,
  server: AuthorizationServer,
  token: unknown,
): string {
  const claims = (typeof token === 'string' && decodeJwtPart(token, 1)) || {}
  if (resolveExpectedIssuer)
    return resolveExpectedIssuer(claims, { configured: issuer, discovered: server.issuer })
  const tokenIssuer = String(claims.iss)
  return acceptedIssuers !== 'same-origin' && acceptedIssuers.includes(tokenIssuer)
    ? tokenIssuer
    : server.issuer
}

/** Decodes the header (0) or payload (1) of a JWT without verifying it. Returns null if it is malformed. */
export function decodeJwtPart(token: string, index: 0 | 1): Record<string, unknown> | null {
  const bytes = platform.fromBase64url(token.split('.')[index] ?? '')
  return bytes && parseObject(new TextDecoder().decode(bytes))
}
