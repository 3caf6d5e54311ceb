import * as platform from '#crypto'

interface SecretOption {
  readonly secret?: string | readonly string[] | undefined
}

/** Returns the non-empty secrets, newest first. */
export function listSecrets({ secret = [] }: SecretOption): readonly string[] {
  return [secret].flat().filter(Boolean)
}

/** Generates a secret of 256 random bits that is safe in an environment file. */
export function generateSecret(): string {
  return platform.toBase64url(platform.generateRandomBytes(32))
}
