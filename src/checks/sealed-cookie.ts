import { openSealedClaims } from '../crypto/sealed-claims.js'
import type { Context } from '../types/context.js'

/** Returns the claims of an encrypted cookie. An absent, expired, foreign or modified cookie is null. */
export function readSealedCookie(
  { jar, settings }: Context,
  name: string,
  salt = name,
): Promise<Record<string, unknown> | null> {
  return openSealedClaims(jar.get(name), settings.secrets, salt)
}
