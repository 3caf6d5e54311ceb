import { createFailure, type NewMethodType, type PluginContext } from '../../plugins.js'
import type { FailureOf } from './types.js'

/** The failure of a change that needs a fresh sign-in. */
export type FreshSignInRequired = FailureOf<'recent-sign-in-required'>

/**
 * Decides whether the signed-in user may make a change that another person must not make with a session they found or stole: with what the account
 * requires, passed in the last 15 minutes. The user returns to the account page.
 */
export async function authorizeChange(
  ctx: PluginContext,
  { type = 'account-change', returnUrl = ctx.pluginUrl }: ChangeAuthorization = {},
): Promise<FreshSignInRequired | null> {
  const url = await ctx.authorizeNewMethod(type, returnUrl)
  return url === null ? null : createFailure('recent-sign-in-required', { status: 403, url })
}

interface ChangeAuthorization {
  /** @default 'account-change' */
  readonly type?: NewMethodType
  /** @default the account page */
  readonly returnUrl?: string
}
