import * as platform from '#crypto'
import { Cache, catchErrors, chain } from '../base/cache.js'
import { anyValue, findOptionFault, finiteRule, type OptionRules } from '../base/option-fault.js'
import { parseObject } from '../base/parse.js'
import { InvalidConfig, InvalidToken } from '../errors.js'
import type { Awaitable } from '../types/common.js'
import type { JWT, JWTDecodeParams, JWTEncodeParams } from '../types/jwt.js'
import { type CipherKey, type Enc, keyLengths, type Sealed } from './platform.js'

/** Allowed clock difference, in seconds. */
export const clockTolerance = 15
const defaultMaxAge = 2592000

const encodeRules: OptionRules<JWTEncodeParams> = {
  maxAge: finiteRule,
  salt: anyValue,
  secret: anyValue,
  token: anyValue,
}

/**
 * Encrypts a session token: a JWE with `dir` and `A256CBC-HS512`, whose key derives from secret and salt.
 * Sets `iat`, `exp` and `jti`.
 *
 * @param params `maxAge` in seconds, 30 days by default; with several secrets the first one encrypts
 * @returns the token as compact JWE (RFC 7516 section 7.1)
 * @throws InvalidToken with code `ERR_JWE_INVALID` without a secret
 * @throws InvalidConfig if an option does not exist, or `maxAge` is not a number
 *
 * @example
 * ```ts
 * import { encode } from 'latchkey/jwt'
 *
 * const token = await encode({
 *   token: { sub: '42', name: 'Ada' },
 *   secret: 'a secret of at least thirty-two characters',
 *   salt: 'authjs.session-token',
 * })
 * ```
 */
export async function encode<Payload = JWT>(params: JWTEncodeParams<Payload>): Promise<string> {
  const fault = findOptionFault(params, encodeRules, 'The options of `encode`')
  if (fault !== null) throw new InvalidConfig(fault)
  return await encodeToken(params)
}

/** Encrypts a token as {@link encode} does, for callers whose options need no check. */
export function encodeToken<Payload = JWT>({
  token,
  secret,
  salt,
  maxAge = defaultMaxAge,
}: JWTEncodeParams<Payload>): Awaitable<string> {
  const [newest] = toSecretList(secret)
  if (!newest) throw new InvalidToken('ERR_JWE_INVALID', 'No secret to encrypt with. Set `secret`.')
  const iat = Math.floor(Date.now() / 1000)
  return seal({ ...token, iat, exp: iat + maxAge, jti: crypto.randomUUID() }, newest, salt)
}

/**
 * Decrypts and verifies a token that {@link encode} or `@auth/core` issued.
 *
 * @returns the payload, or `null` without a token
 * @throws InvalidToken with a `code`: `ERR_JWE_INVALID`, `ERR_JWE_DECRYPTION_FAILED`, `ERR_JWT_EXPIRED` (15
 *   seconds of tolerance) or `ERR_JWT_CLAIM_VALIDATION_FAILED`
 *
 * @example
 * ```ts
 * import { decode } from 'latchkey/jwt'
 *
 * export async function getUserName(cookie: string) {
 *   const payload = await decode({ token: cookie, secret: ['new secret …', 'old secret …'], salt: 'authjs.session-token' })
 *   return payload?.name
 * }
 * ```
 */
export async function decode<Payload = JWT>(params: JWTDecodeParams): Promise<Payload | null> {
  return openToken(params) as Awaitable<Payload | null>
}

/**
 * Decrypts and verifies a token, as {@link decode} does. The result is no promise if the platform decrypts at once.
 *
 * @throws InvalidToken as {@link decode}, or returns a promise that is rejected with it
 */
function openToken({ token, secret, salt }: JWTDecodeParams): Awaitable<JWT | null> {
  if (!token) return null
  return chain(unseal(token, toSecretList(secret), getDerivation(salt)), claims => {
    assertWithinLifetime(claims)
    return claims
  })
}

/**
 * Decrypts and verifies a session token. {@link encode} and Auth.js always set `exp`, so a token without it is not accepted: it would never
 * end.
 *
 * @throws InvalidToken as {@link decode}, or returns a promise that is rejected with it
 */
export function openSessionToken(params: JWTDecodeParams): Awaitable<JWT | null> {
  return chain(openToken(params), claims => {
    if (claims && claims.exp === undefined)
      throw new InvalidToken('ERR_JWT_CLAIM_VALIDATION_FAILED', 'The token has no `exp`.')
    return claims
  })
}

/** Verifies `exp` and `nbf`, RFC 7519 sections 4.1.4 and 4.1.5. */
export function assertWithinLifetime({ exp, nbf }: Record<string, unknown>): void {
  const now = Math.floor(Date.now() / 1000)
  if (!isOptionalNumericDate(exp) || !isOptionalNumericDate(nbf)) {
    throw new InvalidToken('ERR_JWT_CLAIM_VALIDATION_FAILED', '`exp` and `nbf` must be numbers.')
  }
  if (exp !== undefined && exp <= now - clockTolerance) {
    throw new InvalidToken('ERR_JWT_EXPIRED', 'The token has expired.')
  }
  if (nbf !== undefined && nbf > now + clockTolerance) {
    throw new InvalidToken('ERR_JWT_CLAIM_VALIDATION_FAILED', 'The token is not valid yet.')
  }
}

function isOptionalNumericDate(value: unknown): value is number | undefined {
  return value === undefined || Number.isFinite(value)
}

export function toSecretList(secret: string | readonly string[]): readonly string[] {
  if (typeof secret === 'string') return secret ? [secret] : []
  return secret.includes('') ? secret.filter(Boolean) : secret
}

/** A token of {@link seal}, in its parts. */
interface SealedToken extends Sealed {
  readonly header: string
}

/**
 * Encrypts a JSON object as compact JWE with `alg: dir` and `enc: A256CBC-HS512` (RFC 7516, RFC 7518 section
 * 4.5).
 */
function seal(claims: object, secret: string, salt: string): Awaitable<string> {
  return chain(getKey('A256CBC-HS512', secret, getDerivation(salt)), ({ cipher, header }) =>
    chain(
      platform.encrypt(cipher, header, JSON.stringify(claims)),
      ({ iv, ciphertext, tag }) => `${header}..${iv}.${ciphertext}.${tag}`,
    ),
  )
}

/**
 * Decrypts a token of {@link seal} with the secret that encrypted it.
 *
 * @throws InvalidToken with code `ERR_JWE_INVALID` or `ERR_JWE_DECRYPTION_FAILED`
 */
export function unseal(
  token: string,
  secrets: readonly string[],
  derivation: KeyDerivation,
): Awaitable<Record<string, unknown>> {
  const parts = token.split('.')
  const [header, encryptedKey, iv, ciphertext, tag] = parts
  if (!header || encryptedKey !== '' || !iv || !ciphertext || !tag || parts.length > 5) {
    throw new InvalidToken('ERR_JWE_INVALID', 'The token is not a compact JWE with `alg` "dir".')
  }
  const sealed = { header, iv, ciphertext, tag }
  const newest = secrets[0] === undefined ? null : getKey('A256CBC-HS512', secrets[0], derivation)
  return chain(newest, key =>
    key?.header === header
      ? unsealWithKeys(sealed, [key])
      : findCandidateKeys(header, secrets, derivation).then(keys => unsealWithKeys(sealed, keys)),
  )
}

/** Decrypts with the first key that matches. */
function unsealWithKeys(
  sealed: SealedToken,
  keys: readonly DerivedKey[],
  index = 0,
): Awaitable<Record<string, unknown>> {
  const key = keys[index]
  if (!key) throw new InvalidToken('ERR_JWE_DECRYPTION_FAILED', 'No matching decryption secret.')
  return chain(platform.decrypt(key.cipher, sealed.header, sealed), plaintext =>
    plaintext === null ? unsealWithKeys(sealed, keys, index + 1) : parseClaims(plaintext),
  )
}

/** Returns the keys that may have encrypted the token: the one that `kid` names, or all of them without `kid`. */
async function findCandidateKeys(
  header: string,
  secrets: readonly string[],
  derivation: KeyDerivation,
): Promise<readonly DerivedKey[]> {
  const { enc, kid } = parseHeader(header)
  const all = await Promise.all(secrets.map(secret => getKey(enc, secret, derivation)))
  return all.filter(key => kid === undefined || key.kid === kid)
}

function parseHeader(header: string): { enc: Enc; kid: string | undefined } {
  const bytes = platform.fromBase64url(header)
  const { alg, enc, kid, crit, zip } = (bytes && parseObject(new TextDecoder().decode(bytes))) ?? {}
  if (
    alg !== 'dir' ||
    (enc !== 'A256CBC-HS512' && enc !== 'A256GCM') ||
    crit !== undefined ||
    zip !== undefined
  ) {
    throw new InvalidToken('ERR_JWE_INVALID', 'The JWE header is not that of a session token.')
  }
  return { enc, kid: typeof kid === 'string' ? kid : undefined }
}

function parseClaims(plaintext: string): Record<string, unknown> {
  const claims = parseObject(plaintext)
  if (claims) return claims
  throw new InvalidToken('ERR_JWE_INVALID', 'The decrypted token is not a JSON object.')
}

/** Decrypts claims that only this app encrypts. Those that are absent, expired, foreign or modified are null. */
export function openSealedClaims(
  token: string | undefined,
  secret: readonly string[],
  salt: string,
): Awaitable<Record<string, unknown> | null> {
  if (!token) return null
  return catchErrors(
    () =>
      chain(openToken({ token, secret, salt }), claims => (claims && isUnexpired(claims) ? claims : null)),
    () => null,
  )
}

/** Checks the expiry without the clock tolerance that session tokens have. */
function isUnexpired({ exp }: Record<string, unknown>): boolean {
  return typeof exp === 'number' && exp > Math.floor(Date.now() / 1000)
}

/** The inputs of HKDF besides the secret. Derivations differ in `info`. */
export class KeyDerivation {
  readonly salt: string
  readonly info: string
  /** The keys that were derived, by algorithm and secret. */
  readonly keys: Readonly<Record<Enc, Cache<DerivedKey>>> = {
    'A256CBC-HS512': new Cache(256),
    A256GCM: new Cache(256),
  }

  constructor(salt: string, info: string) {
    this.salt = salt
    this.info = info
  }
}

/**
 * The derivations by salt, which the configuration names: a cookie, or a purpose. With their keys, at most 64 salts of 256 secrets for each
 * algorithm.
 */
const derivations = /* @__PURE__ */ new Cache<KeyDerivation>(64)

function getDerivation(salt: string): KeyDerivation {
  return (
    derivations.get(salt) ??
    derivations.set(salt, new KeyDerivation(salt, `Auth.js Generated Encryption Key (${salt})`))
  )
}

/** A derived key with its thumbprint and the JWE header of its tokens. */
export interface DerivedKey {
  readonly cipher: CipherKey
  readonly kid: string
  readonly header: string
}

/** Returns the derived key, cached by derivation, algorithm and secret. See docs/reference/contract.md#tokens. */
function getKey(enc: Enc, secret: string, derivation: KeyDerivation): Awaitable<DerivedKey> {
  const keys = derivation.keys[enc]
  return keys.get(secret) ?? deriveKey(enc, secret, derivation).then(key => keys.set(secret, key))
}

async function deriveKey(enc: Enc, secret: string, { salt, info }: KeyDerivation): Promise<DerivedKey> {
  const bytes = await platform.deriveKeyBytes(secret, salt, info, keyLengths[enc])
  // RFC 7638 section 3.3: members in lexicographic order, without whitespace.
  const thumbprint = await platform.hashForThumbprint(
    enc,
    `{"k":"${platform.toBase64url(bytes)}","kty":"oct"}`,
  )
  const kid = platform.toBase64url(thumbprint)
  const header = platform.toBase64url(new TextEncoder().encode(JSON.stringify({ alg: 'dir', enc, kid })))
  return { cipher: await platform.importKey(enc, bytes), kid, header }
}
