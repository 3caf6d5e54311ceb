import { InvalidToken } from '../errors.js'
import type { JWT, JWTDecodeParams, JWTEncodeParams } from '../types/jwt.js'
import { seal, unseal } from './jwe.js'

/** Seconds for which clocks may disagree. */
const clockTolerance = 15
const defaultMaxAge = 2592000

/**
 * Makes an encrypted session token that only somebody with the secret can read: JWE `dir` with `A256CBC-HS512`, the
 * key derived from secret and salt. Sets `iat`, `exp` and `jti`.
 *
 * @param params `maxAge` in seconds, 30 days by default; of several secrets the first one is used
 * @returns the token, a compact JWE (RFC 7516 section 7.1)
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
  const { token, secret, salt, maxAge = defaultMaxAge } = params
  const [newest] = toSecretList(secret)
  if (!newest) throw new InvalidToken('ERR_JWE_INVALID', 'Give at least one secret to encode with.')
  const iat = Math.floor(Date.now() / 1000)
  return seal({ ...token, iat, exp: iat + maxAge, jti: crypto.randomUUID() }, newest, salt)
}

/**
 * Opens a token that {@link encode}, or `@auth/core`, made.
 *
 * @returns the payload, or `null` when there is no token
 * @throws InvalidToken with a `code`: `ERR_JWE_INVALID`, `ERR_JWE_DECRYPTION_FAILED`, `ERR_JWT_EXPIRED` (15 seconds
 *   of tolerance) or `ERR_JWT_CLAIM_VALIDATION_FAILED`
 *
 * @example
 * ```ts
 * import { decode } from 'latchkey/jwt'
 *
 * export async function nameIn(cookie: string) {
 *   const payload = await decode({ token: cookie, secret: ['new secret …', 'old secret …'], salt: 'authjs.session-token' })
 *   return payload?.name
 * }
 * ```
 */
export async function decode<Payload = JWT>(params: JWTDecodeParams): Promise<Payload | null> {
  const { token, secret, salt } = params
  if (!token) return null
  const claims = await unseal(token, toSecretList(secret), salt)
  assertWithinLifetime(claims)
  return claims as Payload
}

/** RFC 7519 sections 4.1.4 and 4.1.5. */
function assertWithinLifetime({ exp, nbf }: Record<string, unknown>): void {
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
  return value === undefined || (typeof value === 'number' && Number.isFinite(value))
}

function toSecretList(secret: string | readonly string[]): readonly string[] {
  if (typeof secret === 'string') return secret ? [secret] : []
  return secret.includes('') ? secret.filter(Boolean) : secret
}
