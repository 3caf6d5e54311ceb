import type { PluginContext } from '../../plugins.js'
import type { TwoFactorChange, TwoFactorFailure } from './types.js'

/** The changes of a second factor that are events. `wrong-codes` is only a notification: each failure is an event. */
type ChangeEventType = Exclude<TwoFactorChange, 'wrong-codes'>

const changes: Readonly<Record<ChangeEventType, true>> = {
  enabled: true,
  replaced: true,
  removed: true,
  'recovery-codes-created': true,
  'recovery-code-used': true,
  'devices-forgotten': true,
}

/** The types of the events of the plugin. */
export const eventTypes: readonly string[] = [...Object.keys(changes), 'verification-failed']

/** Emits the event of a change of the second factor of a user. */
export async function emitChange(ctx: PluginContext, userId: string, type: ChangeEventType): Promise<void> {
  await ctx.emitEvent(type, { userId })
}

/** Emits the event of a second factor that was not accepted: a wrong code or passkey, or too many of them. */
export async function emitFailure(
  ctx: PluginContext,
  userId: string,
  { error }: TwoFactorFailure,
): Promise<void> {
  await ctx.emitEvent('verification-failed', { userId, outcome: 'failure', reason: error })
}
