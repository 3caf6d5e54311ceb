import * as seam from '#crypto'

/** A passkey as options name it. */
export interface Named {
  readonly id: string
  readonly transports: string[] | undefined
}

/** Passkeys in an answer: few people have more, so that their number says little. */
const shown = 4

/** Bytes of an id, and the ways to its device, as the makers of passkeys have them. */
const kinds: readonly (readonly [bytes: number, transports: readonly string[]])[] = [
  [32, ['internal', 'hybrid']],
  [20, ['internal', 'hybrid']],
  [16, ['internal', 'hybrid']],
  [32, ['internal']],
]

/** Bytes that one decoy is made of: the choice of its kind, and the longest id. */
const share = 33

/**
 * Hides whether an address has passkeys, and how many, among such as nobody has. Who asks twice gets the same answer: the
 * oldest secret makes the decoys, so that they stay when a new one comes in front.
 */
export async function amongDecoys(
  own: readonly Named[],
  address: string,
  secrets: readonly string[],
): Promise<Named[]> {
  const bytes = await seam.hkdf(secrets.at(-1) ?? '', address, 'decoy passkey', shown * share)
  const decoys = Array.from({ length: shown }, (_, i) => decoyOf(bytes.subarray(i * share, (i + 1) * share)))
  return [...own, ...decoys.slice(own.length)].sort((a, b) => (a.id < b.id ? -1 : 1))
}

function decoyOf([choice = 0, ...id]: Uint8Array): Named {
  const [length, transports] = kinds[choice % kinds.length] ?? [32, []]
  return { id: seam.toBase64url(Uint8Array.from(id.slice(0, length))), transports: [...transports] }
}
