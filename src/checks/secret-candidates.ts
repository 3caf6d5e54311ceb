/**
 * Returns the texts that may have been hashed as the secret: each secret, and all of them joined, as Auth.js
 * does. Newer secrets can have been added since a migration. The first candidate makes new hashes.
 */
export function listSecretCandidates(secrets: readonly string[]): readonly string[] {
  if (secrets.length === 1) return secrets
  return [...secrets, ...secrets.slice(0, -1).map((_, index) => secrets.slice(index).join(','))]
}
