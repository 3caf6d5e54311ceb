import { toError } from '../base/to-error.js'
import { AccessDenied, AuthError } from '../errors.js'
import type { AdapterUser } from '../types/adapter.js'
import type { SignInParams } from '../types/callbacks.js'
import type { Context } from '../types/context.js'
import type { Identity } from '../types/identity.js'

/**
 * Asks the app whether this person may come in.
 *
 * @returns null when they may, or where to send them instead
 * @throws AccessDenied when they may not, or when the app's callback threw; an `AuthError` of its own passes
 */
export async function runSignInCallback(
  ctx: Context,
  identity: Identity,
  owner: AdapterUser | null,
): Promise<string | null> {
  const { account, profile, credentials, email } = identity
  const user = owner ?? identity.user
  const params: SignInParams = {
    user,
    account: account.type === 'email' ? { ...account, userId: user.id } : account,
    ...(profile && { profile }),
    ...(credentials && { credentials }),
    ...(email && { email }),
  }
  const result = await invokeCallback(ctx, params)
  if (!result) throw new AccessDenied('The `signIn` callback refused.')
  if (typeof result !== 'string') return null
  return ctx.settings.callbacks.redirect({ url: result, baseUrl: ctx.origin })
}

async function invokeCallback({ settings }: Context, params: SignInParams): Promise<boolean | string> {
  try {
    return await settings.callbacks.signIn(params)
  } catch (error) {
    if (error instanceof AuthError) throw error
    throw new AccessDenied(toError(error))
  }
}
