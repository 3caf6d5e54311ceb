import { decode } from '../crypto/jwt.js'
import type { Context } from '../types/context.js'

/** Returns the claims of an encrypted cookie. An absent, expired, foreign or modified cookie is null. */
export async function readSealedCookie(
  { jar, settings }: Context,
  name: string,
  salt = name,
): Promise<Record<string, unknown> | null> {
  const token = jar.get(name)
  if (!token) return null
  try {
    const claims = await decode<Record<string, unknown>>({ token, secret: settings.secrets, salt })
    return claims && isUnexpired(claims) ? claims : null
  } catch {
    return null
  }
}

/** Checks the expiry without the clock tolerance that session tokens have. */
function isUnexpired({ exp }: Record<string, unknown>): boolean {
  return typeof exp === 'number' && exp > Math.floor(Date.now() / 1000)
}
