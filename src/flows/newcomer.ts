import { asError } from '../base/as-error.js'
import { AdapterError, OAuthAccountNotLinked } from '../errors.js'
import type { AccountKey, AdapterAccount, AdapterUser } from '../types/adapter.js'
import type { Context, Store } from '../types/context.js'
import type { Identity, Member } from '../types/identity.js'

interface Newcomer {
  readonly user: AdapterUser
  readonly account: AdapterAccount
}

/**
 * Makes a user and its first account. Of two tabs at once the slower one finds what the faster one made.
 *
 * @throws OAuthAccountNotLinked when somebody else took the address meanwhile
 */
export async function create(ctx: Context, store: Store, identity: Identity): Promise<Member> {
  const draft = { ...identity.user, id: crypto.randomUUID(), emailVerified: null } as AdapterUser
  const account = accountOf(identity, draft.id)
  try {
    const user = await createBoth(ctx, store, { user: draft, account })
    await announce(ctx, identity, { user, account: { ...account, userId: user.id } })
    return { identity, user, isNewUser: true, session: null }
  } catch (error) {
    const user = await ownerAfterRace(store, identity, error)
    return { identity, user, isNewUser: false, session: null }
  }
}

/** Makes a user of whom the proven address is all that is known. */
export async function createByAddress(ctx: Context, store: Store, identity: Identity): Promise<Member> {
  const draft = { ...identity.user, id: crypto.randomUUID(), emailVerified: new Date() } as AdapterUser
  try {
    const user = await store.createUser(draft)
    await ctx.settings.emit('createUser', { user })
    return { identity, user, isNewUser: true, session: null }
  } catch (error) {
    const user = await store.getUserByEmail(draft.email)
    if (!user) throw error
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
    if (await isTheirs(store, account, created.id)) return created
    await undo(ctx, store, created)
    throw error
  }
}

/** Another tab may have found the new user by its address, and linked the account first. */
async function isTheirs(store: Store, account: AdapterAccount, userId: string): Promise<boolean> {
  const { provider, providerAccountId } = account
  try {
    const owner = await store.getUserByAccount({ provider, providerAccountId })
    return owner?.id === userId
  } catch {
    // The store is away; the failure that is told is that of the link.
    return false
  }
}

/** Says so when even that fails; the failure that is told stays the first one. */
async function undo({ settings }: Context, store: Store, { id }: AdapterUser): Promise<void> {
  try {
    await store.deleteUser(id)
  } catch (error) {
    settings.logger.error(asError(error))
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

/** A write that failed because the same person was written at the same moment is no failure. */
async function ownerAfterRace(store: Store, identity: Identity, error: unknown): Promise<AdapterUser> {
  if (!(error instanceof AdapterError)) throw error
  const { email } = identity.user
  const owner = await store.getUserByAccount(keyOf(identity))
  if (owner) return owner
  // The user was made: it was not the address that stood in the way.
  if (error.cause?.method === 'linkAccount') throw error
  if (!email || !(await store.getUserByEmail(email))) throw error
  const late = await ownerInTime(store, identity)
  if (late) return late
  throw new OAuthAccountNotLinked('Another user was given this address at the same moment.')
}

/** Milliseconds that another tab is given for the second of its two steps. */
const patience = [50, 150]

/** Looks for an owner who may be just being made. Where that is one step there is nothing to wait for. */
export async function ownerInTime(store: Store, identity: Identity): Promise<AdapterUser | null> {
  const pauses = store.createUserWithAccount ? [] : patience
  for (const pause of [0, ...pauses]) {
    if (pause > 0) await new Promise(resolve => setTimeout(resolve, pause))
    const owner = await store.getUserByAccount(keyOf(identity))
    if (owner) return owner
  }
  return null
}

/** What names the account of an identity. */
export function keyOf({ account: { provider, providerAccountId } }: Identity): AccountKey {
  return { provider, providerAccountId }
}

/** The account as it is stored. */
export function accountOf(identity: Identity, userId: string): AdapterAccount {
  const { provider, providerAccountId, type } = identity.account
  return { ...identity.keptTokens(), provider, providerAccountId, type, userId } as AdapterAccount
}
