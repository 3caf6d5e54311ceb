/**
 * Verifies the signatures of a provider (RFC 7515) with the keys that it publishes (RFC 7517).
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
import {
  findSignatureAlgorithm,
  type PublicJwk,
  type SignatureAlgorithm,
  type VerificationKey,
} from '../../crypto/signature-algorithms.js'
import type { Settings } from '../../types/context.js'
import type { ResolvedOAuthProvider } from '../../types/resolved-provider.js'
import { assertSecureUrl, requireEndpoint } from './discovery.js'
import { decodeJwtPart } from './jwt-parts.js'
import { type BoundedFetch, getBoundedFetch, userAgent } from './provider-requests.js'
import { omitNullMembers } from './server-metadata.js'

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
