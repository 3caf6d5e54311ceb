import * as platform from '#crypto'
import { WebAuthnVerificationError } from '../../errors.js'
import type { Authenticator } from '../../types/account.js'
import type { AdapterAuthenticator } from '../../types/adapter.js'
import type { CredentialReference } from '../../types/webauthn.js'

/** Converts base64url, which browsers use, to base64 with padding, which is stored. */
export function convertBase64urlToBase64(base64url: string): string {
  const unpadded = base64url.replaceAll('-', '+').replaceAll('_', '/').replace(/=+$/, '')
  return unpadded.padEnd(Math.ceil(unpadded.length / 4) * 4, '=')
}

function convertBase64ToBase64url(base64: string): string {
  return base64.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')
}

/** Returns what names a passkey in ceremony options. */
export function toCredentialReference({
  credentialID,
  transports,
}: AdapterAuthenticator): CredentialReference {
  return { id: convertBase64ToBase64url(credentialID), transports: parseTransports(transports) }
}

/** Returns a stored passkey as the verifier expects it. */
export function toVerifierCredential(authenticator: AdapterAuthenticator) {
  const publicKey = platform.fromBase64url(convertBase64ToBase64url(authenticator.credentialPublicKey))
  if (!publicKey) throw new WebAuthnVerificationError('The stored public key is not valid base64.')
  // A copy, because the verifier passes its buffer to Web Crypto.
  return {
    ...toCredentialReference(authenticator),
    publicKey: new Uint8Array(publicKey),
    counter: Number(authenticator.counter),
  }
}

/** Stores can return an array, and null for none. */
function parseTransports(transports: unknown): string[] | undefined {
  if (typeof transports === 'string' && transports) return transports.split(',')
  const hints: readonly unknown[] | undefined = Array.isArray(transports) ? transports : undefined
  return hints?.filter(hint => typeof hint === 'string')
}

interface RegistrationInfo {
  readonly credential: {
    readonly id: string
    readonly publicKey: Uint8Array
    readonly counter: number
    readonly transports?: unknown
  }
  readonly credentialDeviceType: string
  readonly credentialBackedUp: boolean
}

/** WebAuthn level 3 section 7.1: a longer credential id is rejected. 1023 bytes are 1364 characters. */
const maxCredentialIdLength = 1364

/** Returns the record of a new passkey. */
export function toAuthenticator({ credential, ...device }: RegistrationInfo): Authenticator {
  const { id, publicKey, counter, transports } = credential
  if (id.length > maxCredentialIdLength)
    throw new WebAuthnVerificationError('The id of the passkey is too long.')
  const credentialID = convertBase64urlToBase64(id)
  return {
    credentialID,
    providerAccountId: credentialID,
    credentialPublicKey: convertBase64urlToBase64(platform.toBase64url(publicKey)),
    counter,
    credentialDeviceType: device.credentialDeviceType,
    credentialBackedUp: device.credentialBackedUp,
    transports: serializeTransports(transports),
  }
}

/** Keeps valid transports. They are hints from the browser. */
function serializeTransports(transports: unknown): string | undefined {
  const hints: readonly unknown[] = Array.isArray(transports) ? transports : []
  const validHints = hints.filter(hint => typeof hint === 'string' && /^[a-z-]{1,20}$/.test(hint))
  return validHints.slice(0, 8).join(',') || undefined
}
