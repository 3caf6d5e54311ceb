import { toError } from '../base/to-error.js'
import type { Context } from '../types/context.js'
import type { ResolvedUser } from '../types/identity.js'
import { buildPluginContext } from './plugin-context.js'

/** Tells the plugins of a sign-in. The session is issued, so their failures are only logged. */
export async function runAfterSignIn(
  ctx: Context,
  { identity, user, isNewUser }: ResolvedUser,
): Promise<void> {
  const { account, stepUp } = identity
  const signIn = { user, account, provider: account.provider, isNewUser, isStepUp: stepUp !== undefined }
  for (const plugin of ctx.settings.plugins)
    try {
      await plugin.afterSignIn?.(buildPluginContext(ctx, plugin), signIn)
    } catch (error) {
      ctx.settings.logger.error(toError(error))
    }
}
