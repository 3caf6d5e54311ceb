import * as seam from '#crypto'
import type { AuthConfig } from '../types/config.js'

/** Of one secret or several, those that say something; the newest first. */
export function secretsOf({ secret = [] }: Pick<AuthConfig, 'secret'>): readonly string[] {
  return [secret].flat().filter(Boolean)
}

/** A new secret that may be pasted into an environment file: 256 random bits. */
export function randomSecret(): string {
  return seam.toBase64url(seam.randomBytes(32))
}
