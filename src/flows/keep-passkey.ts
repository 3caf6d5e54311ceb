import { asError } from '../base/as-error.js'
import type { Context, Store } from '../types/context.js'
import type { Identity, Member } from '../types/identity.js'
import { keyOf } from './newcomer.js'

/**
 * Stores the passkey that somebody registered, now that it is known whose it is. When that fails, so does the
 * registration: what was made for it is taken back, lest an address be taken by somebody who cannot come in.
 */
export async function keepPasskey({ settings }: Context, member: Member): Promise<void> {
  const { store } = settings
  const { passkey } = member.identity
  if (!store || !passkey || (await cameWithUser(store, member))) return
  try {
    await store.createAuthenticator({ ...passkey, userId: member.user.id })
  } catch (error) {
    await undo(store, member).catch((failure: unknown) => settings.logger.error(asError(failure)))
    throw error
  }
}

/** The adapter may have stored all that a new user has in one step. */
async function cameWithUser(store: Store, { identity, user, isNewUser }: Member): Promise<boolean> {
  if (!isNewUser || !store.createUserWithAccount) return false
  const kept = await store.getAuthenticator(identity.account.providerAccountId)
  return kept?.userId === user.id
}

async function undo(store: Store, { identity, user, isNewUser }: Member): Promise<void> {
  if (await isKept(store, identity)) return
  if (isNewUser) await store.deleteUser(user.id)
  else await store.unlinkAccount(keyOf(identity))
}

/** By another tab, a moment ago. */
async function isKept(store: Store, { account }: Identity): Promise<boolean> {
  return (await store.getAuthenticator(account.providerAccountId)) !== null
}
