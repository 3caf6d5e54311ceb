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

/** Applies the rules to a new password that need no request. @returns null if none refuses it */
export async function checkRules(
  ctx: PluginContext,
  { minLength }: PasswordsSettings,
  { password, names }: NewPassword,
): Promise<OperationFailure<NewPasswordFault> | null> {
  const { hostname } = new URL(ctx.origin)
  const fault = await findPasswordFault(password, {
    isOnlyFactor: false,
    minLength,
    names: [...names, hostname],
  })
  return fault && createFailure(fault)
}

/** Looks a new password up in known breaches, if the app wants it. @returns null if it is in none */
export async function checkBreaches(
  ctx: PluginContext,
  { isBreached }: PasswordsSettings,
  password: string,
): Promise<OperationFailure<NewPasswordFault> | null> {
  const logDebug: LogBreachFailure = (message, error) => ctx.logger.debug(message, { error })
  return (await isBreached?.(password, logDebug)) ? createFailure('breached') : null
}

/** Applies the rules to a new password, and looks it up in known breaches. @returns null if none refuses it */
export async function checkNewPassword(
  ctx: PluginContext,
  settings: PasswordsSettings,
  chosen: NewPassword,
): Promise<OperationFailure<NewPasswordFault> | null> {
  return (await checkRules(ctx, settings, chosen)) ?? (await checkBreaches(ctx, settings, chosen.password))
}
