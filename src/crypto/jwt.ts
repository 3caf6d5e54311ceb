import { InvalidToken } from '../errors.js'
import type { JWT, JWTDecodeParams, JWTEncodeParams } from '../types/jwt.js'
import { seal, unseal } from './jwe.js'

/** Allowed clock difference, in seconds. */
const clockTolerance = 15
const defaultMaxAge = 2592000

/**
 * Encrypts a session token: a JWE with `dir` and `A256CBC-HS512`, whose key derives from secret and salt.
 * Sets `iat`, `exp` and `jti`.
 *
 * @param params `maxAge` in seconds, 30 days by default; with several secrets the first one encrypts
 * @returns the token as compact JWE (RFC 7516 section 7.1)
 * @throws InvalidToken with code `ERR_JWE_INVALID` without a secret
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
  const { token, secret, salt } = params
  if (!token) return null
  const claims = await unseal(token, toSecretList(secret), salt)
  assertWithinLifetime(claims)
  return claims as Payload
}

/** Verifies `exp` and `nbf`, RFC 7519 sections 4.1.4 and 4.1.5. */
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
