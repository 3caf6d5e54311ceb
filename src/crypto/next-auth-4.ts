import { InvalidToken } from '../errors.js'
import type { JWT } from '../types/jwt.js'
import { assertWithinLifetime, toSecretList, unseal } from './jwt.js'
import { KeyDerivation } from './token-keys.js'

/** How NextAuth 4 derives the key of its session tokens. */
const derivation = /* @__PURE__ */ new KeyDerivation('', 'NextAuth.js Generated Encryption Key')

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
