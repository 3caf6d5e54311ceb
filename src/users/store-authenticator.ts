import { deleteUnlessGone } from '../base/missing-record.js'
import { toError } from '../base/to-error.js'
import { getAccountKey } from '../config/stores.js'
import type { Context } from '../types/context.js'
import type { Identity, ResolvedUser } from '../types/identity.js'
import type { WrappedAdapter } from '../types/wrapped-adapter.js'

/**
 * Stores the passkey of a registration, once its user is known. If that fails, the user or account that was created for it is deleted:
 * an email address must not stay taken by a user who cannot sign in.
 */
export async function storeAuthenticator({ settings }: Context, resolvedUser: ResolvedUser): Promise<void> {
  const { adapter } = settings
  const { newPasskey } = resolvedUser.identity
  if (!adapter || !newPasskey || (await isStoredWithUser(adapter, resolvedUser))) return
  try {
    await adapter.createAuthenticator({ ...newPasskey, userId: resolvedUser.user.id })
  } catch (error) {
    await cancelRegistration(adapter, resolvedUser).catch((cleanupError: unknown) =>
      settings.logger.error(toError(cleanupError)),
    )
    throw error
  }
}

/** The adapter may have stored the passkey together with the new user. */
async function isStoredWithUser(
  adapter: WrappedAdapter,
  { identity, user, isNewUser }: ResolvedUser,
): Promise<boolean> {
  if (!isNewUser || !adapter.createUserWithAccount) return false
  const authenticator = await adapter.getAuthenticator(identity.account.providerAccountId)
  return authenticator?.userId === user.id
}

async function cancelRegistration(
  adapter: WrappedAdapter,
  { identity, user, isNewUser }: ResolvedUser,
): Promise<void> {
  if (await isAuthenticatorStored(adapter, identity)) return
  const { id } = user
  const key = getAccountKey(identity)
  if (isNewUser)
    await deleteUnlessGone(
      () => adapter.deleteUser(id),
      async () => (await adapter.getUser(id)) !== null,
    )
  else
    await deleteUnlessGone(
      () => adapter.unlinkAccount(key),
      async () => (await adapter.getUserByAccount(key)) != null,
    )
}

/** Another tab may have stored it a moment ago. */
async function isAuthenticatorStored(adapter: WrappedAdapter, { account }: Identity): Promise<boolean> {
  return (await adapter.getAuthenticator(account.providerAccountId)) !== null
}
