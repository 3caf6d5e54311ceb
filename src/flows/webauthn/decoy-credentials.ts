import * as platform from '#crypto'

/** The descriptor of a passkey in ceremony options. */
export interface CredentialDescriptor {
  readonly id: string
  readonly transports: string[] | undefined
}

/** How many passkeys a response lists. Few users have more, so the number reveals little. */
const minCredentials = 4

/** The id length in bytes and the transports of common authenticators. */
const decoyKinds: readonly (readonly [bytes: number, transports: readonly string[]])[] = [
  [32, ['internal', 'hybrid']],
  [20, ['internal', 'hybrid']],
  [16, ['internal', 'hybrid']],
  [32, ['internal']],
]

/** How many bytes one decoy consumes: one to choose its kind, and the longest id. */
const bytesPerDecoy = 33

/**
 * Adds decoys, so that the response does not reveal whether an email has passkeys, and how many. The decoys are derived from the oldest
 * secret, so that they stay the same for repeated requests and when a new secret is added.
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
