/**
 * The Signal API of browsers: Web Authentication level 3 section 5.1.10. Browsers without it do nothing, and a failure changes nothing: signals are hints
 * for the passkey manager.
 *
 * @module
 */

/** What the server returns for `action=signal`: the passkeys and the names of the signed-in user. Binary values are base64url. */
export interface SignalOptions {
  readonly rpId: string
  /** The user handle. */
  readonly userId: string
  readonly allAcceptedCredentialIds: readonly string[]
  readonly name: string
  readonly displayName: string
}

/** Names one passkey. */
export interface SignaledCredential {
  readonly rpId: string
  /** Base64url. */
  readonly credentialId: string
}

/** Returns the Signal API; undefined if the browser does not have it. */
function findSignalApi(): typeof PublicKeyCredential | undefined {
  const api: Partial<typeof PublicKeyCredential> | undefined = globalThis.PublicKeyCredential
  return api?.signalUnknownCredential && api.signalAllAcceptedCredentials && api.signalCurrentUserDetails
    ? (api as typeof PublicKeyCredential)
    : undefined
}

/** Returns whether the browser has the Signal API, so that no request is sent in vain. */
export function supportsSignals(): boolean {
  return findSignalApi() !== undefined
}

/** Returns whether the server does not know the passkey of a failed sign-in, by the URL to which it redirects. */
export function isUnknownCredentialUrl(url: string): boolean {
  const query = new URL(url, 'http://localhost').searchParams
  return query.get('error') === 'WebAuthnVerificationError' && query.get('code') === 'unknown_credential'
}

/** Signals that the server does not know a passkey, so that the browser stops offering it. */
export async function signalUnknownCredential(credential: SignaledCredential): Promise<void> {
  await findSignalApi()
    ?.signalUnknownCredential(credential)
    .catch(() => {})
}

/**
 * Signals the passkeys that a user has, and the names. The browser hides all others of the same user handle.
 *
 * @param acceptedId a passkey that the server accepted a moment ago, which a replica of its database may not have yet
 */
export async function signalUserPasskeys(options: SignalOptions, acceptedId?: string): Promise<void> {
  const { rpId, userId, allAcceptedCredentialIds, name, displayName } = options
  const ids = new Set([...allAcceptedCredentialIds, ...(acceptedId === undefined ? [] : [acceptedId])])
  const api = findSignalApi()
  await Promise.allSettled([
    api?.signalAllAcceptedCredentials({ rpId, userId, allAcceptedCredentialIds: [...ids] }),
    api?.signalCurrentUserDetails({ rpId, userId, name, displayName }),
  ])
}
