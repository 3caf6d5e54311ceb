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
    return await decode<Record<string, unknown>>({ token, secret: settings.secrets, salt })
  } catch {
    return null
  }
}
