import { toError } from '../base/to-error.js'
import { AdapterError } from '../errors.js'
import type { Authenticator } from '../types/account.js'
import type { AccountKey, AdapterAccount, AdapterUser } from '../types/adapter.js'
import type { Context, WrappedAdapter } from '../types/context.js'
import type { Identity, ResolvedUser } from '../types/identity.js'

interface NewUser {
  readonly user: AdapterUser
  readonly account: AdapterAccount
  readonly passkey: Authenticator | undefined
}

/**
 * Makes the user of an identity: with its first account, or, of a link by mail, with the proven address alone.
 *
 * @returns null when somebody was made at the same moment, by another tab say, who is that person or has the address
 */
export async function createUser(
  ctx: Context,
  adapter: WrappedAdapter,
  identity: Identity,
): Promise<ResolvedUser | null> {
  const isByEmail = identity.account.type === 'email'
  const emailVerified = isByEmail ? new Date() : null
  const draft = { ...identity.user, id: crypto.randomUUID(), emailVerified } as AdapterUser
  const account = isByEmail ? null : toAdapterAccount(identity, draft.id)
  try {
    const user = await (account
      ? createUserAndAccount(ctx, adapter, { user: draft, account, passkey: identity.passkey })
      : adapter.createUser(draft))
    await ctx.settings.emit('createUser', { user })
    if (account) await ctx.settings.emit('linkAccount', toLinkAccountMessage(identity, user, account))
    return { identity, user, isNewUser: true, session: null }
  } catch (error) {
    if (!(await isCreationConflict(adapter, identity, error))) throw error
    return null
  }
}

function toLinkAccountMessage(identity: Identity, user: AdapterUser, account: AdapterAccount) {
  return { user, account: { ...account, userId: user.id }, profile: identity.user }
}

/** In one transaction where the adapter offers it; elsewhere a user without its account is taken back. */
async function createUserAndAccount(
  ctx: Context,
  adapter: WrappedAdapter,
  newUser: NewUser,
): Promise<AdapterUser> {
  const { user, account, passkey } = newUser
  if (adapter.createUserWithAccount && passkey)
    return adapter.createUserWithAccount(user, account, { ...passkey, userId: user.id })
  if (adapter.createUserWithAccount) return adapter.createUserWithAccount(user, account)
  const created = await createUserRecord(adapter, user)
  try {
    await adapter.linkAccount({ ...account, userId: created.id })
    return created
  } catch (error) {
    if (await isLinkedToUser(adapter, account, created.id)) return created
    await deleteCreatedUser(ctx, adapter, created)
    throw error
  }
}

/**
 * The user without an account. A user who was made although the answer was lost would keep its own address from coming in:
 * the id was drawn a moment ago, so whoever has it is that user.
 */
async function createUserRecord(adapter: WrappedAdapter, user: AdapterUser): Promise<AdapterUser> {
  try {
    return await adapter.createUser(user)
  } catch (error) {
    const createdUser = await findCreatedUser(adapter, user.id)
    if (createdUser) return createdUser
    throw error
  }
}

async function findCreatedUser(adapter: WrappedAdapter, id: string): Promise<AdapterUser | null> {
  try {
    return await adapter.getUser(id)
  } catch {
    // The store is away; the failure that is told is that of the creation.
    return null
  }
}

/** Another tab may have found the new user by its address, and linked the account first. */
async function isLinkedToUser(
  adapter: WrappedAdapter,
  account: AdapterAccount,
  userId: string,
): Promise<boolean> {
  const { provider, providerAccountId } = account
  try {
    const owner = await adapter.getUserByAccount({ provider, providerAccountId })
    return owner?.id === userId
  } catch {
    // The store is away; the failure that is told is that of the link.
    return false
  }
}

/** Says so when even that fails; the failure that is told stays the first one. */
async function deleteCreatedUser(
  { settings }: Context,
  adapter: WrappedAdapter,
  { id }: AdapterUser,
): Promise<void> {
  try {
    await adapter.deleteUser(id)
  } catch (error) {
    settings.logger.error(toError(error))
  }
}

/** Did a write fail only because the same person, or somebody with the same address, was written at the same moment? */
async function isCreationConflict(
  adapter: WrappedAdapter,
  identity: Identity,
  error: unknown,
): Promise<boolean> {
  if (!(error instanceof AdapterError)) return false
  const { account, user } = identity
  if (account.type !== 'email' && (await adapter.getUserByAccount(getAccountKey(identity)))) return true
  // The user was made: it was not the address that stood in the way.
  if (error.cause?.method === 'linkAccount' || !user.email) return false
  return (await adapter.getUserByEmail(user.email)) !== null
}

/** Milliseconds that another tab is given for the second of its two steps. */
const retryDelaysMs = [50, 150]

/** Looks for an owner who may be just being made. Where that is one step there is nothing to wait for. */
export async function waitForAccountOwner(
  adapter: WrappedAdapter,
  identity: Identity,
): Promise<AdapterUser | null> {
  const delays = adapter.createUserWithAccount ? [] : retryDelaysMs
  for (const delay of [0, ...delays]) {
    if (delay > 0) await new Promise(resolve => setTimeout(resolve, delay))
    const owner = await adapter.getUserByAccount(getAccountKey(identity))
    if (owner) return owner
  }
  return null
}

/** What names the account of an identity. */
export function getAccountKey({ account: { provider, providerAccountId } }: Identity): AccountKey {
  return { provider, providerAccountId }
}

/** The account as it is stored. */
export function toAdapterAccount(identity: Identity, userId: string): AdapterAccount {
  const { provider, providerAccountId, type } = identity.account
  return { ...identity.getAccountTokens(), provider, providerAccountId, type, userId } as AdapterAccount
}
