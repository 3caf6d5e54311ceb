import * as seam from '#crypto'
import { WebAuthnVerificationError } from '../../errors.js'
import type { Authenticator } from '../../types/account.js'
import type { AdapterAuthenticator } from '../../types/adapter.js'

/** Browsers write base64url, the database has base64 with padding: section 12.2. */
export function toBase64(base64url: string): string {
  const plain = base64url.replaceAll('-', '+').replaceAll('_', '/').replace(/=+$/, '')
  return plain.padEnd(Math.ceil(plain.length / 4) * 4, '=')
}

function toBase64url(base64: string): string {
  return base64.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')
}

/** A passkey as options name it. */
export function described({ credentialID, transports }: AdapterAuthenticator) {
  return { id: toBase64url(credentialID), transports: transportList(transports) }
}

/** A stored passkey as it is verified with. */
export function credentialOf(stored: AdapterAuthenticator) {
  const publicKey = seam.fromBase64url(toBase64url(stored.credentialPublicKey))
  if (!publicKey) throw new WebAuthnVerificationError('The stored public key is not base64.')
  // Of its own, for the verifier lends its buffer to Web Crypto.
  return { ...described(stored), publicKey: new Uint8Array(publicKey), counter: Number(stored.counter) }
}

function transportList(transports: string | null | undefined): string[] | undefined {
  return transports ? transports.split(',') : undefined
}

interface Registered {
  readonly credential: {
    readonly id: string
    readonly publicKey: Uint8Array
    readonly counter: number
    readonly transports?: readonly string[] | undefined
  }
  readonly credentialDeviceType: string
  readonly credentialBackedUp: boolean
}

/** WebAuthn level 3, section 7.1: a longer credential id is refused. 1023 bytes are 1364 characters. */
const longestId = 1364

/** A new passkey as it is stored. */
export function storable({ credential, ...device }: Registered): Authenticator {
  const { id, publicKey, counter, transports } = credential
  if (id.length > longestId) throw new WebAuthnVerificationError('The id of the passkey is too long.')
  const credentialID = toBase64(id)
  return {
    credentialID,
    providerAccountId: credentialID,
    credentialPublicKey: toBase64(seam.toBase64url(publicKey)),
    counter,
    credentialDeviceType: device.credentialDeviceType,
    credentialBackedUp: device.credentialBackedUp,
    transports: hints(transports),
  }
}

/** They are only hints, and they come from the browser. */
function hints(transports: readonly unknown[] = []): string | undefined {
  const known = transports.filter(hint => typeof hint === 'string' && /^[a-z-]{1,20}$/.test(hint))
  return known.slice(0, 8).join(',') || undefined
}
