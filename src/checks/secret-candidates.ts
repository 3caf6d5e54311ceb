/**
 * What may stand behind a text in a hash of ours: each secret, and all of them joined, as the reference hashes; newer
 * ones may have come in front since the move. The first one makes new hashes.
 */
export function listSecretCandidates(secrets: readonly string[]): readonly string[] {
  if (secrets.length === 1) return secrets
  return [...secrets, ...secrets.slice(0, -1).map((_, index) => secrets.slice(index).join(','))]
}
