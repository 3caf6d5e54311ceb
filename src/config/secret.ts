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

/**
 * Returns the texts that may have been hashed as the secret: each secret, and all of them joined, as Auth.js
 * does. Newer secrets can have been added since a migration. The first candidate makes new hashes.
 */
export function listHashSecrets(secrets: readonly string[]): readonly string[] {
  if (secrets.length === 1) return secrets
  return [...secrets, ...secrets.slice(0, -1).map((_, index) => secrets.slice(index).join(','))]
}
