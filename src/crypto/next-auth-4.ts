import { InvalidToken } from '../errors.js'
import type { JWT } from '../types/jwt.js'
import { assertWithinLifetime, KeyDerivation, toSecretList, unseal } from './jwt.js'

/** How NextAuth 4 derives the key of its session tokens. */
const derivation = /* @__PURE__ */ new KeyDerivation('', 'NextAuth.js Generated Encryption Key')

/** Returns the value of a cookie of a sign-in that NextAuth 4 started, or null if it is not valid. */
export async function openNextAuth4CheckToken(
  token: string,
  secrets: readonly string[],
  cookieName: string,
): Promise<string | null> {
  try {
    const info = `NextAuth.js Generated Encryption Key (${cookieName})`
    const claims = await unseal(token, secrets, new KeyDerivation(cookieName, info))
    assertWithinLifetime(claims)
    const { value, exp } = claims
    return typeof value === 'string' && exp !== undefined ? value : null
  } catch {
    // An expired, foreign or modified cookie counts as absent.
    return null
  }
}

/**
 * Decrypts and verifies a session token that NextAuth 4 issued. It always has `iat` and `exp`.
 *
 * @throws InvalidToken with the codes of `decode`; `ERR_JWT_CLAIM_VALIDATION_FAILED` also without `iat` or `exp`
 */
export async function decodeNextAuth4(token: string, secret: string | readonly string[]): Promise<JWT> {
  const claims = await unseal(token, toSecretList(secret), derivation)
  assertWithinLifetime(claims)
  if (typeof claims['iat'] === 'number' && claims['exp'] !== undefined) return claims
  throw new InvalidToken('ERR_JWT_CLAIM_VALIDATION_FAILED', 'The token has no `iat` or no `exp`.')
}
