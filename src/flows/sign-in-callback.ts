import { toError } from '../base/to-error.js'
import { AccessDenied, AuthError } from '../errors.js'
import type { AdapterUser } from '../types/adapter.js'
import type { Callbacks, SignInParams } from '../types/callbacks.js'
import type { Context, LinkingPolicy } from '../types/context.js'
import type { Identity } from '../types/identity.js'

/** What the `signIn` callback decides about. */
export interface SignInCandidate {
  readonly linking: LinkingPolicy
  readonly identity: Identity
  readonly accountOwner: AdapterUser | null
  /** The owner of the account, or the user to whom it will be linked. Undefined without a callback. */
  readonly existingUser: AdapterUser | null | undefined
}

/**
 * Runs the app's `signIn` callback.
 *
 * @returns null if it allows the sign-in, or the URL that it redirects to
 * @throws AccessDenied if it denies the sign-in or throws; an `AuthError` that it throws is passed on
 */
export async function runSignInCallback(
  ctx: Context,
  { linking, identity, accountOwner, existingUser }: SignInCandidate,
): Promise<string | null> {
  const { account, profile, credentials, emailRequest } = identity
  const user = accountOwner ?? identity.user
  const params: SignInParams = {
    user,
    account: linking.verifiesEmail ? { ...account, userId: user.id } : account,
    ...(existingUser && { existingUser }),
    ...(profile && { profile }),
    ...(credentials && { credentials }),
    ...(emailRequest && { email: emailRequest }),
  }
  const { signIn } = ctx.settings.callbacks
  if (!signIn) return null
  const result = await invokeCallback(signIn, params)
  if (!result) throw createDeniedError(result)
  if (typeof result !== 'string') return null
  return ctx.settings.callbacks.redirect({ url: result, baseUrl: ctx.origin })
}

/** JavaScript callbacks can return other falsy values than the types allow. */
function createDeniedError(result: unknown): AccessDenied {
  const value = result === '' ? 'an empty string' : String(result)
  return new AccessDenied(`The \`signIn\` callback denied the sign-in: it returned ${value}.`)
}

async function invokeCallback(signIn: Callbacks['signIn'], params: SignInParams): Promise<boolean | string> {
  try {
    return await signIn(params)
  } catch (error) {
    if (error instanceof AuthError) throw error
    throw new AccessDenied(toError(error))
  }
}
