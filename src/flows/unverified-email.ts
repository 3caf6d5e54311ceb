import type { AdapterUser } from '../types/adapter.js'
import type { Settings, WrappedAdapter } from '../types/context.js'

/**
 * Is the address of this user only what somebody typed who made a passkey? Anybody may type any address, and keeps the
 * key: who can prove the address must not move in with them.
 */
export async function hasUnverifiedPasskeyEmail(
  { providers }: Settings,
  adapter: WrappedAdapter,
  { id, emailVerified }: AdapterUser,
): Promise<boolean> {
  if (emailVerified) return false
  const passkeyProviders = [...providers.values()].filter(provider => provider.type === 'webauthn')
  const isEmailUntrusted = passkeyProviders.some(provider => !provider.dangerouslyTrustTypedEmail)
  return isEmailUntrusted && (await adapter.listAuthenticatorsByUserId(id)).length > 0
}
