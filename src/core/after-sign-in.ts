import { toError } from '../base/to-error.js'
import type { Context, PreparedSignIn } from '../types/context.js'
import { buildPluginContext } from './plugin-context.js'

/** Calls `afterSignIn` of each plugin. The session is issued, so a failure is only logged. */
export async function runAfterSignIn(
  ctx: Context,
  { resolvedUser, currentSession }: Pick<PreparedSignIn, 'resolvedUser' | 'currentSession'>,
): Promise<void> {
  const { identity, user, isNewUser } = resolvedUser
  const { account } = identity
  const isContinuing = currentSession !== null
  const completed = { user, account, provider: account.provider, isNewUser, isContinuing }
  for (const plugin of ctx.settings.plugins)
    try {
      await plugin.afterSignIn?.(buildPluginContext(ctx, plugin), completed)
    } catch (error) {
      ctx.settings.logger.error(toError(error))
    }
}
