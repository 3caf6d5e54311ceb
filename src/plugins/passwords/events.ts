import type { OperationFailure, PluginContext } from '../../plugins.js'

const changes = [
  'sign-up',
  'password-set',
  'password-changed',
  'password-reset',
  'password-removed',
  'password-change-required',
  'email-confirmed',
  'username-changed',
] as const

/** The type of the event of a change. */
export type PasswordsEventType = (typeof changes)[number]

/** The types of the events of the plugin. */
export const eventTypes: readonly string[] = [...changes, 'sign-in-failed', 'confirmation-failed']

/** Emits the event of a change of what a user signs in with. */
export async function emitChange(
  ctx: PluginContext,
  userId: string,
  type: PasswordsEventType,
): Promise<void> {
  await ctx.emitEvent(type, { userId })
}

/**
 * Emits the event of a password that was not accepted.
 *
 * @param userId null for an account that does not exist. The event costs the same
 */
export async function emitFailure(
  ctx: PluginContext,
  type: 'sign-in-failed' | 'confirmation-failed',
  { userId, failure }: { readonly userId: string | null; readonly failure: OperationFailure },
): Promise<void> {
  await ctx.emitEvent(type, { userId, outcome: 'failure', reason: failure.error })
}
