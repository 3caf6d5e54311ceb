import { AdapterError } from '../errors.js'
import type { AdapterAccount, AdapterUser } from '../types/adapter.js'
import type { Context, Store } from '../types/context.js'
import type { Identity, Member } from '../types/identity.js'

interface Newcomer {
  readonly user: AdapterUser
  readonly account: AdapterAccount
}

/** Makes a user and its first account. Of two tabs at once the slower one finds what the faster one made. */
export async function create(ctx: Context, store: Store, identity: Identity): Promise<Member> {
  const draft = { ...identity.user, id: crypto.randomUUID(), emailVerified: null } as AdapterUser
  const account = accountOf(identity, draft.id)
  try {
    const user = await createBoth(ctx, store, { user: draft, account })
    await announce(ctx, identity, { user, account: { ...account, userId: user.id } })
    return { identity, user, isNewUser: true, session: null }
  } catch (error) {
    const user = await ownerAfterRace(store, account, error)
    return { identity, user, isNewUser: false, session: null }
  }
}

/** In one transaction where the adapter offers it; elsewhere a user without its account is taken back. */
async function createBoth(ctx: Context, store: Store, { user, account }: Newcomer): Promise<AdapterUser> {
  if (store.createUserWithAccount) return store.createUserWithAccount(user, account)
  const created = await store.createUser(user)
  try {
    await store.linkAccount({ ...account, userId: created.id })
    return created
  } catch (error) {
    await undo(ctx, store, created)
    throw error
  }
}

/** Says so when even that fails; the failure that is told stays the first one. */
async function undo({ settings }: Context, store: Store, { id }: AdapterUser): Promise<void> {
  try {
    await store.deleteUser(id)
  } catch (error) {
    settings.logger.error(error instanceof Error ? error : new AdapterError(String(error)))
  }
}

async function announce(
  { settings }: Context,
  identity: Identity,
  { user, account }: Newcomer,
): Promise<void> {
  await settings.emit('createUser', { user })
  await settings.emit('linkAccount', { user, account, profile: identity.user })
}

/** A write that failed because the same account was written at the same moment is no failure. */
export async function ownerAfterRace(
  store: Store,
  account: AdapterAccount,
  error: unknown,
): Promise<AdapterUser> {
  const { provider, providerAccountId } = account
  const owner =
    error instanceof AdapterError ? await store.getUserByAccount({ provider, providerAccountId }) : null
  if (!owner) throw error
  return owner
}

/** The account as it is stored. */
export function accountOf(identity: Identity, userId: string): AdapterAccount {
  const { provider, providerAccountId, type } = identity.account
  return { ...identity.keptTokens(), provider, providerAccountId, type, userId } as AdapterAccount
}
