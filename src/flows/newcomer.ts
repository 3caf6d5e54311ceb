import { asError } from '../base/as-error.js'
import { AdapterError } from '../errors.js'
import type { Authenticator } from '../types/account.js'
import type { AccountKey, AdapterAccount, AdapterUser } from '../types/adapter.js'
import type { Context, Store } from '../types/context.js'
import type { Identity, Member } from '../types/identity.js'

interface Newcomer {
  readonly user: AdapterUser
  readonly account: AdapterAccount
  readonly passkey: Authenticator | undefined
}

/**
 * Makes the user of an identity: with its first account, or, of a link by mail, with the proven address alone.
 *
 * @returns null when somebody was made at the same moment, by another tab say, who is that person or has the address
 */
export async function create(ctx: Context, store: Store, identity: Identity): Promise<Member | null> {
  const isByMail = identity.account.type === 'email'
  const emailVerified = isByMail ? new Date() : null
  const draft = { ...identity.user, id: crypto.randomUUID(), emailVerified } as AdapterUser
  const account = isByMail ? null : accountOf(identity, draft.id)
  try {
    const user = await (account
      ? createBoth(ctx, store, { user: draft, account, passkey: identity.passkey })
      : store.createUser(draft))
    await ctx.settings.emit('createUser', { user })
    if (account) await ctx.settings.emit('linkAccount', linked(identity, user, account))
    return { identity, user, isNewUser: true, session: null }
  } catch (error) {
    if (!(await isTaken(store, identity, error))) throw error
    return null
  }
}

function linked(identity: Identity, user: AdapterUser, account: AdapterAccount) {
  return { user, account: { ...account, userId: user.id }, profile: identity.user }
}

/** In one transaction where the adapter offers it; elsewhere a user without its account is taken back. */
async function createBoth(ctx: Context, store: Store, newcomer: Newcomer): Promise<AdapterUser> {
  const { user, account, passkey } = newcomer
  if (store.createUserWithAccount && passkey)
    return store.createUserWithAccount(user, account, { ...passkey, userId: user.id })
  if (store.createUserWithAccount) return store.createUserWithAccount(user, account)
  const created = await createAlone(store, user)
  try {
    await store.linkAccount({ ...account, userId: created.id })
    return created
  } catch (error) {
    if (await isTheirs(store, account, created.id)) return created
    await undo(ctx, store, created)
    throw error
  }
}

/**
 * The user without an account. A user who was made although the answer was lost would keep its own address from coming in:
 * the id was drawn a moment ago, so whoever has it is that user.
 */
async function createAlone(store: Store, user: AdapterUser): Promise<AdapterUser> {
  try {
    return await store.createUser(user)
  } catch (error) {
    const made = await userWith(store, user.id)
    if (made) return made
    throw error
  }
}

async function userWith(store: Store, id: string): Promise<AdapterUser | null> {
  try {
    return await store.getUser(id)
  } catch {
    // The store is away; the failure that is told is that of the creation.
    return null
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

/** Did a write fail only because the same person, or somebody with the same address, was written at the same moment? */
async function isTaken(store: Store, identity: Identity, error: unknown): Promise<boolean> {
  if (!(error instanceof AdapterError)) return false
  const { account, user } = identity
  if (account.type !== 'email' && (await store.getUserByAccount(keyOf(identity)))) return true
  // The user was made: it was not the address that stood in the way.
  if (error.cause?.method === 'linkAccount' || !user.email) return false
  return (await store.getUserByEmail(user.email)) !== null
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
