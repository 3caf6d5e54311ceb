/**
 * ID tokens: their claims, and their signature (RFC 7515) with the keys that the provider publishes (RFC 7517).
 *
 * @module
 */

import type { AuthorizationServer } from 'oauth4webapi'
import * as oauth from 'oauth4webapi'
import * as platform from '#crypto'
import { importPublicKey, verifySignature } from '#signatures'
import { SharedWork } from '../../base/cache.js'
import { isRecord, parseObject } from '../../base/parse.js'
import { redactText } from '../../config/logger.js'
import type { HmacHash } from '../../crypto/platform.js'
import type { PublicJwk, SignatureAlgorithm, VerificationKey } from '../../crypto/signature-algorithms.js'
import { CallbackRouteError } from '../../errors.js'
import type { Settings } from '../../types/context.js'
import type { ResolvedOAuthProvider } from '../../types/resolved-provider.js'
import { assertSecureUrl, omitNullMembers, requireEndpoint } from './discovery.js'
import { type BoundedFetch, getBoundedFetch, userAgent } from './provider-requests.js'

/** A token response that oauth4webapi has processed. */
export interface ProcessedTokenResponse {
  readonly server: AuthorizationServer
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
  { server, tokens }: ProcessedTokenResponse,
): Promise<void> {
  const alg = getAlgorithm(tokens)
  assertSigned(provider, tokens, alg)
  await assertClaims(provider, tokens)
  if (alg.startsWith('HS')) return await assertHmacSignature(provider, tokens, alg)
  if (server.jwks_uri)
    return await assertSignature(settings, provider, { server, jwt: tokens.id_token ?? '' })
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
  { id, clientId, authorizationParams, clockTolerance }: ResolvedOAuthProvider,
  tokens: oauth.TokenEndpointResponse,
): Promise<void> {
  const claims: Partial<oauth.IDToken> = oauth.getValidatedIdTokenClaims(tokens) ?? {}
  const { sub, iat, azp, at_hash } = claims
  const now = Math.floor(Date.now() / 1000)
  const faults = [
    !sub && 'no `sub`',
    (iat ?? 0) > Date.now() / 1000 + clockTolerance &&
      `the \`iat\` ${iat}, which is more than ${clockTolerance} seconds after the time of the server, ${now}`,
    azp !== undefined &&
      azp !== clientId &&
      `the \`azp\` "${redactText(String(azp))}" instead of the client id "${clientId}"`,
    at_hash !== undefined &&
      at_hash !== (await computeAccessTokenHash(tokens)) &&
      'an `at_hash` that does not match the access token',
    authorizationParams.max_age !== undefined &&
      findAuthenticationFault(claims.auth_time, {
        now,
        clockTolerance,
        maxAge: Number(authorizationParams.max_age),
      }),
  ]
  const fault = faults.find(Boolean)
  if (fault) throw new CallbackRouteError(`The ID token of provider "${id}" has ${fault}.`)
}

/** What the time of an authentication is compared with. All values are in seconds. */
interface AuthenticationLimits {
  readonly now: number
  readonly maxAge: number
  readonly clockTolerance: number
}

/** Compares the time of the authentication with a configured `max_age`, section 3.1.3.7 step 13. */
export function findAuthenticationFault(
  authTime: unknown,
  { now, maxAge, clockTolerance }: AuthenticationLimits,
): string | null {
  if (typeof authTime !== 'number') return 'no `auth_time`, which `max_age` requires'
  if (now - authTime > maxAge + clockTolerance)
    return `the \`auth_time\` ${authTime}: the user signed in at the provider more than ${maxAge} seconds ago, the \`max_age\``
  return authTime > now + clockTolerance ? `the \`auth_time\` ${authTime}, which is in the future` : null
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

/** Verifies an HMAC signature with the client secret, RFC 7518 section 3.2 and OpenID Connect Core section 10.1. */
async function assertHmacSignature(
  { id, clientSecret }: ResolvedOAuthProvider,
  { id_token = '' }: oauth.TokenEndpointResponse,
  alg: string,
) {
  const end = id_token.lastIndexOf('.')
  if (clientSecret) {
    const encoder = new TextEncoder()
    const hash = `SHA-${alg.slice(2)}` as HmacHash
    const signedBytes = encoder.encode(id_token.slice(0, end))
    const mac = await platform.computeHmac(hash, encoder.encode(clientSecret), signedBytes)
    if (platform.isTimingSafeEqual(platform.toBase64url(mac), id_token.slice(end + 1))) return
  }
  throw new CallbackRouteError(`The ID token of provider "${id}" is not signed with the client secret.`)
}

function getAlgorithm({ id_token = '' }: oauth.TokenEndpointResponse): string {
  return String(decodeJwtPart(id_token, 0)?.alg)
}

/** Decodes the header (0) or payload (1) of a JWT without verifying it. Returns null if it is malformed. */
export function decodeJwtPart(token: string, index: 0 | 1): Record<string, unknown> | null {
  const bytes = platform.fromBase64url(token.split('.')[index] ?? '')
  return bytes && parseObject(new TextDecoder().decode(bytes))
}

/** How long keys are cached, in milliseconds. */
const keysMaxAge = 300_000
/** The minimum time between two requests for the keys of a server because a token names an unknown one, in milliseconds. */
const keyRefetchInterval = 60_000
/** The same after a request that failed. */
const keyRetryInterval = 5_000

/** By cached server, so that it is bounded and never shared between `fetch` functions. */
const keySets = new WeakMap<AuthorizationServer, JsonWebKeySet>()

/** A JWT, and the server that publishes the key of its signature. */
interface SignedJwt {
  readonly server: AuthorizationServer
  readonly jwt: string
}

/**
 * Verifies the signature of a JWT, which oauth4webapi has validated, with the provider's keys.
 *
 * @throws if the provider publishes no key for it, or the signature does not match
 */
export async function assertSignature(
  settings: Settings,
  provider: ResolvedOAuthProvider,
  { server, jwt }: SignedJwt,
): Promise<void> {
  const url = requireEndpoint(provider, 'jwks_endpoint', server.jwks_uri)
  assertSecureUrl(settings, url)
  const key = await getKeySet(server, getBoundedFetch(provider), url).findKey(parseSignatureHeader(jwt))
  const end = jwt.lastIndexOf('.')
  const signature = platform.fromBase64url(jwt.slice(end + 1))
  if (signature && (await verifySignature(key, jwt.slice(0, end), signature))) return
  throw createKeyError('the signature does not match the key that the provider publishes', {
    code: oauth.INVALID_RESPONSE,
  })
}

function getKeySet(server: AuthorizationServer, fetch: BoundedFetch, url: string): JsonWebKeySet {
  const cached = keySets.get(server)
  if (cached) return cached
  const keySet = new JsonWebKeySet(fetch, url)
  keySets.set(server, keySet)
  return keySet
}

/** The parameters of a JOSE header that select the key, RFC 7515 section 4.1. */
interface SignatureHeader {
  readonly alg: string
  readonly algorithm: SignatureAlgorithm
  readonly kid: unknown
}

function parseSignatureHeader(jwt: string): SignatureHeader {
  const { alg, kid } = decodeJwtPart(jwt, 0) ?? {}
  const algorithm = findSignatureAlgorithm(String(alg))
  if (algorithm) return { alg: String(alg), algorithm, kid }
  throw createKeyError(`the signature algorithm "${redactText(String(alg))}" is not supported`, {
    code: oauth.UNSUPPORTED_OPERATION,
  })
}

const algorithms: Readonly<Record<string, SignatureAlgorithm>> = {
  RS256: { name: 'RSASSA-PKCS1-v1_5', kty: 'RSA', hash: 'SHA-256' },
  RS384: { name: 'RSASSA-PKCS1-v1_5', kty: 'RSA', hash: 'SHA-384' },
  RS512: { name: 'RSASSA-PKCS1-v1_5', kty: 'RSA', hash: 'SHA-512' },
  PS256: { name: 'RSA-PSS', kty: 'RSA', hash: 'SHA-256' },
  PS384: { name: 'RSA-PSS', kty: 'RSA', hash: 'SHA-384' },
  PS512: { name: 'RSA-PSS', kty: 'RSA', hash: 'SHA-512' },
  ES256: { name: 'ECDSA', kty: 'EC', crv: 'P-256', hash: 'SHA-256' },
  ES384: { name: 'ECDSA', kty: 'EC', crv: 'P-384', hash: 'SHA-384' },
  ES512: { name: 'ECDSA', kty: 'EC', crv: 'P-521', hash: 'SHA-512' },
  EdDSA: { name: 'Ed25519', kty: 'OKP', crv: 'Ed25519' },
  Ed25519: { name: 'Ed25519', kty: 'OKP', crv: 'Ed25519' },
  'ML-DSA-44': { name: 'ML-DSA-44', kty: 'AKP' },
  'ML-DSA-65': { name: 'ML-DSA-65', kty: 'AKP' },
  'ML-DSA-87': { name: 'ML-DSA-87', kty: 'AKP' },
}

/** Returns the algorithm of an `alg`: RFC 7518 section 3.1, RFC 8037 section 3.1, RFC 9864 and ML-DSA. Null if it is not supported. */
export function findSignatureAlgorithm(alg: string): SignatureAlgorithm | null {
  return Object.hasOwn(algorithms, alg) ? (algorithms[alg] ?? null) : null
}

/** A key of the set, and what was imported from it by `alg`. */
interface PublishedKey {
  readonly jwk: Readonly<Record<string, unknown>>
  readonly imported: Map<string, VerificationKey>
}

/** The keys of a server. They are requested again after five minutes, and for an unknown key once a minute. */
class JsonWebKeySet {
  readonly #fetch: BoundedFetch
  readonly #url: string
  readonly #running = new SharedWork<readonly PublishedKey[]>(1)
  #keys: readonly PublishedKey[] = []
  /** When the request for these keys was sent. Milliseconds since the epoch. */
  #requestedAt = Number.NEGATIVE_INFINITY
  #isRefetching = false
  /** When an unknown key may cause the next request. */
  #nextRefetchAt = Number.NEGATIVE_INFINITY

  constructor(fetch: BoundedFetch, url: string) {
    this.#fetch = fetch
    this.#url = url
  }

  /** Finds the key of a token. @throws if there is none, or more than one, or if anyone can sign with it */
  async findKey(header: SignatureHeader): Promise<VerificationKey> {
    const isExpired = Date.now() - this.#requestedAt >= keysMaxAge
    if (isExpired) await this.#request()
    let matches = this.#listMatches(header)
    if (matches.length !== 1) {
      if (isExpired) this.#nextRefetchAt = this.#requestedAt + keyRefetchInterval
      else await this.#refetch()
      matches = this.#listMatches(header)
    }
    const [key] = matches
    if (key && matches.length === 1) return await importKey(key, header)
    throw createKeyError(describeMatches(matches.length, header), { code: oauth.KEY_SELECTION })
  }

  #listMatches(header: SignatureHeader): readonly PublishedKey[] {
    return this.#keys.filter(({ jwk }) => isApplicable(jwk, header))
  }

  /** The keys may have been rotated. Tokens with unknown keys must not cause more than one request a minute. */
  async #refetch(): Promise<void> {
    const now = Date.now()
    if (!this.#isRefetching && now < this.#nextRefetchAt) return
    this.#isRefetching = true
    this.#nextRefetchAt = now + keyRetryInterval
    try {
      await this.#request()
      this.#nextRefetchAt = now + keyRefetchInterval
    } finally {
      this.#isRefetching = false
    }
  }

  async #request(): Promise<void> {
    const sentAt = Date.now()
    const keys = await this.#running.joinOrStart('', () => requestKeys(this.#fetch, this.#url))
    // Where requests share no promise, an older one can be answered last.
    if (sentAt < this.#requestedAt) return
    this.#keys = keys
    this.#requestedAt = sentAt
  }
}

function describeMatches(count: number, { alg, kid }: SignatureHeader): string {
  const name =
    kid === undefined ? 'a token without a key id' : `the key id ${redactText(JSON.stringify(kid))}`
  return `the provider publishes ${count === 0 ? 'no key' : `${count} keys`} for ${name} and the algorithm ${alg}`
}

/** Checks whether a token can be signed with this key, RFC 7517 section 4. */
function isApplicable(jwk: PublishedKey['jwk'], { alg, algorithm, kid }: SignatureHeader): boolean {
  return (
    jwk.kty === algorithm.kty &&
    (kid === undefined || jwk.kid === kid) &&
    (jwk.alg === undefined || jwk.alg === alg) &&
    (jwk.use === undefined || jwk.use === 'sig') &&
    canVerify(jwk.key_ops ?? ['verify']) &&
    (algorithm.crv === undefined || jwk.crv === algorithm.crv)
  )
}

function canVerify(keyOperations: unknown): boolean {
  return Array.isArray(keyOperations) && keyOperations.includes('verify')
}

async function requestKeys(fetch: BoundedFetch, url: string): Promise<readonly PublishedKey[]> {
  const headers = { accept: 'application/jwk-set+json, application/json', 'user-agent': userAgent }
  const response = await fetch(url, { headers })
  const { status } = response
  if (status !== 200)
    throw createKeyError(`the request for the keys failed with status ${status}`, {
      code: oauth.RESPONSE_IS_NOT_CONFORM,
      status,
    })
  const document = parseObject(await response.text())
  if (!Array.isArray(document?.keys))
    throw createKeyError('the response with the keys is not a JSON Web Key Set', {
      code: oauth.INVALID_RESPONSE,
    })
  const keys: readonly unknown[] = document.keys
  return keys
    .filter(jwk => isRecord(jwk))
    .map(jwk => ({ jwk: omitNullMembers(jwk), imported: new Map<string, VerificationKey>() }))
}

/** The members of a public key by type: RFC 7518 section 6, RFC 8037 section 2, and ML-DSA. */
const publicMembers = { RSA: ['n', 'e'], EC: ['crv', 'x', 'y'], OKP: ['crv', 'x'], AKP: ['alg', 'pub'] }

async function importKey(
  { jwk, imported }: PublishedKey,
  { alg, algorithm }: SignatureHeader,
): Promise<VerificationKey> {
  const cached = imported.get(alg)
  if (cached) return cached
  const { kty } = algorithm
  const members = publicMembers[kty].map(name => [name, jwk[name]] as const)
  if (!isSafe(jwk) || members.some(([, value]) => typeof value !== 'string'))
    throw createKeyError(
      'the key that the provider publishes is not a public key, or anyone can sign with it',
      { code: oauth.INVALID_RESPONSE },
    )
  const publicJwk: PublicJwk = { kty, ...Object.fromEntries(members) }
  const key = await importPublicKey(algorithm, publicJwk)
  imported.set(alg, key)
  return key
}

/**
 * Rejects keys that anyone can sign with: private keys, and RSA exponents below 3 (RFC 8017 section 3.1). With 1, which runtimes accept, a
 * signature is the padded hash itself.
 */
function isSafe({ kty, d, priv, e }: Readonly<Record<string, unknown>>): boolean {
  if (d !== undefined || priv !== undefined) return false
  if (kty !== 'RSA') return true
  const bytes = typeof e === 'string' ? platform.fromBase64url(e) : null
  return bytes?.some((byte, index) => byte > (index === bytes.length - 1 ? 2 : 0)) ?? false
}

/** What `describeFailure` reads from an error: a code of oauth4webapi, and the status of the response. */
interface KeyErrorDetails {
  readonly code: string
  readonly status?: number
}

function createKeyError(message: string, details: KeyErrorDetails): Error {
  return Object.assign(new Error(message), details)
}
