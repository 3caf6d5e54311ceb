import * as platform from '#crypto'

/** A passkey as options name it. */
export interface CredentialDescriptor {
  readonly id: string
  readonly transports: string[] | undefined
}

/** Passkeys in an answer: few people have more, so that their number says little. */
const minCredentials = 4

/** Bytes of an id, and the ways to its device, as the makers of passkeys have them. */
const decoyKinds: readonly (readonly [bytes: number, transports: readonly string[]])[] = [
  [32, ['internal', 'hybrid']],
  [20, ['internal', 'hybrid']],
  [16, ['internal', 'hybrid']],
  [32, ['internal']],
]

/** Bytes that one decoy is made of: the choice of its kind, and the longest id. */
const bytesPerDecoy = 33

/**
 * Hides whether an address has passkeys, and how many, among such as nobody has. Who asks twice gets the same answer: the
 * oldest secret makes the decoys, so that they stay when a new one comes in front.
 */
export async function addDecoys(
  credentials: readonly CredentialDescriptor[],
  email: string,
  secrets: readonly string[],
): Promise<CredentialDescriptor[]> {
  const bytes = await platform.deriveKeyBytes(
    secrets.at(-1) ?? '',
    email,
    'decoy passkey',
    minCredentials * bytesPerDecoy,
  )
  const decoys = Array.from({ length: minCredentials }, (_, i) =>
    createDecoy(bytes.subarray(i * bytesPerDecoy, (i + 1) * bytesPerDecoy)),
  )
  return [...credentials, ...decoys.slice(credentials.length)].sort((a, b) => (a.id < b.id ? -1 : 1))
}

function createDecoy([kindByte = 0, ...id]: Uint8Array): CredentialDescriptor {
  const [length, transports] = decoyKinds[kindByte % decoyKinds.length] ?? [32, []]
  return { id: platform.toBase64url(Uint8Array.from(id.slice(0, length))), transports: [...transports] }
}
