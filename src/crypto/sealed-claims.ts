import { decode } from './jwt.js'

/** Decrypts claims that only this app encrypts. Those that are absent, expired, foreign or modified are null. */
export async function openSealedClaims(
  token: string | undefined,
  secret: readonly string[],
  salt: string,
): Promise<Record<string, unknown> | null> {
  if (!token) return null
  try {
    const claims = await decode<Record<string, unknown>>({ token, secret, salt })
    return claims && isUnexpired(claims) ? claims : null
  } catch {
    return null
  }
}

/** Checks the expiry without the clock tolerance that session tokens have. */
function isUnexpired({ exp }: Record<string, unknown>): boolean {
  return typeof exp === 'number' && exp > Math.floor(Date.now() / 1000)
}
