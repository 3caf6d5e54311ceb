import { decode } from '../crypto/jwt.js'
import type { Context } from '../types/context.js'

/** What a cookie of ours holds; null when it is absent, stale, foreign or tampered with, which is all the same. */
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
