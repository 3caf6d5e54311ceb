import type { AdapterUser } from '../types/adapter.js'
import type { Settings, Store } from '../types/context.js'

/**
 * Is the address of this user only what somebody typed who made a passkey? Anybody may type any address, and keeps the
 * key: who can prove the address must not move in with them.
 */
export async function isMereClaim(
  { providers }: Settings,
  store: Store,
  { id, emailVerified }: AdapterUser,
): Promise<boolean> {
  if (emailVerified) return false
  const passkeys = [...providers.values()].filter(provider => provider.type === 'webauthn')
  const isDoubted = passkeys.some(provider => !provider.dangerouslyTrustTypedEmail)
  return isDoubted && (await store.listAuthenticatorsByUserId(id)).length > 0
}
