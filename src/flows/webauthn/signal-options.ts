import { createJsonResult } from '../../http/messages.js'
import type { Context } from '../../types/context.js'
import type { ActionResult } from '../../types/request.js'
import type { ResolvedWebAuthnProvider } from '../../types/resolved-provider.js'
import { toCredentialReference } from './credential.js'
import { buildHookArguments, requirePasskeyAdapter } from './hook-arguments.js'
import { resolveUserHandle } from './user-handle.js'
import { createUserNames } from './user-names.js'

/**
 * Returns what the Signal API needs about the signed-in user: the ids of all passkeys, of each provider, and the names. Web Authentication level 3
 * section 5.1.10. A visitor without a session gets nothing.
 */
export async function createSignalOptions(
  ctx: Context,
  provider: ResolvedWebAuthnProvider,
): Promise<ActionResult> {
  const currentUser = await ctx.services.sessionStrategy.getCurrentUser(ctx)
  if (!currentUser || provider.enableSignals === false)
    return createJsonResult({ error: 'Invalid request' }, 400)
  const { user } = currentUser
  const relyingParty = await provider.getRelayingParty(...buildHookArguments(ctx, provider))
  const passkeys = await requirePasskeyAdapter(ctx).listAuthenticatorsByUserId(user.id)
  const options = {
    rpId: relyingParty.id,
    userId: await resolveUserHandle(ctx, user.id),
    allAcceptedCredentialIds: passkeys.map(passkey => toCredentialReference(passkey).id),
    ...createUserNames(user, relyingParty),
  }
  return createJsonResult({ action: 'signal', options })
}
