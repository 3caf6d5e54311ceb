import type { AdapterUser } from '../types/adapter.js'
import type { Settings, WrappedAdapter } from '../types/context.js'
import { getFlow } from './index.js'

/**
 * Did the user only type this email address when registering a passkey? Any visitor can type any address and keeps the passkey, so
 * the verified owner of the address must not be linked to that user.
 */
export async function hasUnverifiedPasskeyEmail(
  { providers }: Settings,
  adapter: WrappedAdapter,
  { id, emailVerified }: AdapterUser,
): Promise<boolean> {
  if (emailVerified) return false
  const acceptsUnverifiedEmail = [...providers.values()].some(provider =>
    getFlow(provider).acceptsUnverifiedEmail?.(provider),
  )
  return acceptsUnverifiedEmail && (await adapter.listAuthenticatorsByUserId(id)).length > 0
}
