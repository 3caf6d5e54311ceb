import { WebAuthnVerificationError } from '../../errors.js'
import type { AdapterAuthenticator } from '../../types/adapter.js'
import type { Context } from '../../types/context.js'
import type { ResolvedWebAuthnProvider } from '../../types/resolved-provider.js'
import type { CeremonyResponse } from '../../types/webauthn.js'
import { convertBase64urlToBase64 } from './credential.js'
import { isDecoy } from './decoy-credentials.js'

/** A public key whose private key was not kept: no signature is valid. COSE, RFC 9053 section 7.1. */
const unusedPublicKey =
  'pQECAyYgASFYIN23SqkCkhpcLlzmdSW/JKzpSZhijFEzo18Skk4G0JmrIlggY2osT7+XcbsRnLfpH64FjP4atgCB/wt8Lwiw4SQTZz4='

/**
 * Returns a passkey that no response verifies, in place of one that is not registered. The verification then takes as long as that of a wrong
 * signature.
 */
export function createUnknownAuthenticator({ id }: CeremonyResponse): AdapterAuthenticator {
  const credentialID = convertBase64urlToBase64(id)
  return {
    credentialID,
    providerAccountId: credentialID,
    userId: '',
    credentialPublicKey: unusedPublicKey,
    counter: 0,
    credentialDeviceType: 'multiDevice',
    credentialBackedUp: false,
  }
}

/**
 * Creates the error of a passkey that is not registered. The error has `isUnknownCredential` if the browser may remove the passkey (Signal API). A
 * decoy has the error of a wrong signature: otherwise, a visitor could send the ids that the options list for an email, and see which of
 * them are passkeys.
 */
export async function createUnknownCredentialError(
  { settings }: Context,
  { id: providerId, enableSignals }: ResolvedWebAuthnProvider,
  { id }: CeremonyResponse,
): Promise<WebAuthnVerificationError> {
  const isListed = await isDecoy(id, settings.secrets)
  const isUnknownCredential = !isListed && enableSignals !== false
  const message = `Provider "${providerId}": the passkey is not registered.`
  return new WebAuthnVerificationError(message, isUnknownCredential ? { isUnknownCredential } : undefined)
}
