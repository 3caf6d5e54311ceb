import * as seam from '#crypto'

interface Secretive {
  readonly secret?: string | readonly string[] | undefined
}

/** Of one secret or several, those that say something; the newest first. */
export function secretsOf({ secret = [] }: Secretive): readonly string[] {
  return [secret].flat().filter(Boolean)
}

/** A new secret that may be pasted into an environment file: 256 random bits. */
export function randomSecret(): string {
  return seam.toBase64url(seam.randomBytes(32))
}
