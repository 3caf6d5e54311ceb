import * as platform from '#crypto'
import type { CredentialReference } from '../../types/webauthn.js'

interface DecoyKind {
  readonly idLength: number
  readonly transports: readonly string[] | undefined
}

/** A value and its weight: the bytes from the limit of the entry before to this one. The last limit is 256. */
interface WeightedValue<T> {
  readonly below: number
  readonly value: T
}

/** The id lengths in bytes and the transports of common authenticators. Registrations of old browsers have no transports. */
const kindWeights: readonly WeightedValue<DecoyKind>[] = [
  // iCloud Keychain.
  { below: 96, value: { idLength: 20, transports: ['hybrid', 'internal'] } },
  // Google Password Manager and other password managers.
  { below: 184, value: { idLength: 16, transports: ['hybrid', 'internal'] } },
  { below: 198, value: { idLength: 16, transports: ['internal'] } },
  // Windows Hello and browser profiles.
  { below: 236, value: { idLength: 32, transports: ['internal'] } },
  // Security keys.
  { below: 242, value: { idLength: 48, transports: ['nfc', 'usb'] } },
  { below: 248, value: { idLength: 64, transports: ['usb'] } },
  { below: 256, value: { idLength: 32, transports: undefined } },
]

/**
 * How many passkeys a list has. Decoys fill the list of a user with fewer, because the number would reveal that the passkeys of a user with many
 * are real. More passkeys than users have.
 */
const listLength = 12

/** How many bytes one decoy consumes: one to choose its kind, and the longest id. */
const bytesPerDecoy = 65

/**
 * Returns the passkeys of an email, filled up with decoys, so that the response does not reveal whether it has any. The decoys are derived
 * from the oldest secret, so that they stay the same for repeated requests and when a new secret is added. All of them are derived for any
 * email, so that the response takes the same time.
 */
export async function fillWithDecoys(
  credentials: readonly CredentialReference[],
  email: string,
  secrets: readonly string[],
): Promise<CredentialReference[]> {
  const decoys = await deriveDecoys(email, secrets.at(-1) ?? '')
  return sortCredentials([...credentials, ...decoys.slice(credentials.length)])
}

async function deriveDecoys(email: string, secret: string): Promise<CredentialReference[]> {
  const length = listLength * bytesPerDecoy
  const bytes = await platform.deriveKeyBytes(secret, email, 'decoy passkey', length)
  return await Promise.all(
    Array.from({ length: listLength }, (_, i) =>
      createDecoy([...bytes.slice(i * bytesPerDecoy, (i + 1) * bytesPerDecoy)], secret),
    ),
  )
}

async function createDecoy(
  [kindByte = 0, ...id]: readonly number[],
  secret: string,
): Promise<CredentialReference> {
  const { idLength = 0, transports } = pickWeighted(kindWeights, kindByte) ?? {}
  const start = Uint8Array.from(id.slice(0, idLength - tagLength))
  return {
    id: platform.toBase64url(Uint8Array.from([...start, ...(await computeTag(start, secret))])),
    transports: transports && [...transports],
  }
}

/** The length in bytes of the end of a decoy's id, which authenticates its start. Without the secret, it looks random. */
const tagLength = 8

async function computeTag(start: Uint8Array, secret: string): Promise<Uint8Array> {
  const encoder = new TextEncoder()
  const message = Uint8Array.from([...encoder.encode('latchkey.passkey.decoy\n'), ...start])
  return (await platform.computeHmac('SHA-256', encoder.encode(secret), message)).slice(0, tagLength)
}

/** Returns whether the id of a credential, as base64url, is that of a decoy of any email. */
export async function isDecoy(credentialId: string, secrets: readonly string[]): Promise<boolean> {
  const bytes = platform.fromBase64url(credentialId)
  if (!bytes || bytes.length <= tagLength) return false
  const tag = await computeTag(bytes.slice(0, -tagLength), secrets.at(-1) ?? '')
  return platform.isTimingSafeEqual(platform.toBase64url(tag), platform.toBase64url(bytes.slice(-tagLength)))
}

function pickWeighted<T>(weights: readonly WeightedValue<T>[], byte: number): T | undefined {
  return weights.find(({ below }) => byte < below)?.value
}

/** Browsers report transports in different orders, and stores return passkeys in the order of their registration. */
function sortCredentials(credentials: readonly CredentialReference[]): CredentialReference[] {
  return credentials
    .map(({ id, transports }) => ({ id, transports: transports && [...transports].sort() }))
    .sort((a, b) => (a.id < b.id ? -1 : 1))
}
