import { createFailure, type OperationFailure, type PluginContext } from '../../plugins.js'
import type { LogBreachFailure } from './rules/breach-check.js'
import { findPasswordFault } from './rules/find-password-fault.js'
import type { NewPasswordFault, PasswordsSettings } from './types.js'

/** A password that a person chose. */
export interface NewPassword {
  readonly password: string
  /** What others know of the person: no password is one of these alone. */
  readonly names: readonly (string | null | undefined)[]
}

/** Applies the rules to a new password. @returns null if none refuses it */
export async function checkNewPassword(
  ctx: PluginContext,
  { minLength, isBreached }: PasswordsSettings,
  { password, names }: NewPassword,
): Promise<OperationFailure<NewPasswordFault> | null> {
  const { hostname } = new URL(ctx.origin)
  const rules = { isOnlyFactor: false, minLength, names: [...names, hostname] }
  const fault = await findPasswordFault(password, rules)
  if (fault !== null) return createFailure(fault)
  const logDebug: LogBreachFailure = (message, error) => ctx.logger.debug(message, { error })
  return (await isBreached?.(password, logDebug)) ? createFailure('breached') : null
}
