import * as platform from '#crypto'

interface SecretOption {
  readonly secret?: string | readonly string[] | undefined
}

/** Of one secret or several, those that say something; the newest first. */
export function listSecrets({ secret = [] }: SecretOption): readonly string[] {
  return [secret].flat().filter(Boolean)
}

/** A new secret that may be pasted into an environment file: 256 random bits. */
export function generateSecret(): string {
  return platform.toBase64url(platform.generateRandomBytes(32))
}
