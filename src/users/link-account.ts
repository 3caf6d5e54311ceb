import type { AuthError } from '../errors.js'
import type { Account } from '../types/account.js'
import type { AdapterUser } from '../types/adapter.js'
import type { Context } from '../types/context.js'
import type { AccountToLink } from '../types/identity.js'
import type { WrappedAdapter } from '../types/wrapped-adapter.js'
import { getLinkingRules } from './linking-rules.js'

/** An account, and the user to whom it is linked. */
interface AccountLink extends AccountToLink {
  readonly user: AdapterUser
}

/**
 * Links an account to an existing user.
 *
 * @returns false if another request linked it to the same user first
 * @throws OAuthAccountNotLinked, or AccountNotLinked for a passkey, if it belongs to another user
 */
export async function linkAccount(
  ctx: Context,
  adapter: WrappedAdapter,
  { user, account, profile }: AccountLink,
): Promise<boolean> {
  try {
    await adapter.linkAccount(account)
  } catch (error) {
    // Another tab may have linked the account at the same moment, which is fine if it linked it to the same user.
    const { provider, providerAccountId } = account
    const owner = await adapter.getUserByAccount({ provider, providerAccountId })
    if (!owner) throw error
    if (owner.id !== user.id) throw createNotLinkedError(account)
    return false
  }
  await ctx.settings.emit('linkAccount', { user, account, profile }, ctx.request)
  return true
}

/** Creates the error of an account that is not linked to the user of the sign-in. */
export function createNotLinkedError(account: Account): AuthError {
  return getLinkingRules({ account }).createConflictError(
    `The account at "${account.provider}", or its email address, belongs to another user. Sign in as that user ` +
      'first, then link the account.',
  )
}
