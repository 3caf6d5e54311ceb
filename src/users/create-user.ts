import { deleteUnlessGone } from '../base/missing-record.js'
import { toError } from '../base/to-error.js'
import { getAccountKey, toAdapterAccount } from '../config/stores.js'
import { AdapterError } from '../errors.js'
import type { Authenticator } from '../types/account.js'
import type { AdapterAccount, AdapterUser } from '../types/adapter.js'
import type { Awaitable } from '../types/common.js'
import type { Context, LinkingRules, Settings } from '../types/context.js'
import type { Identity, ResolvedUser } from '../types/identity.js'
import type { WrappedAdapter } from '../types/wrapped-adapter.js'
import {
  applyUnverifiedEmailOption,
  createUnverifiedEmailRecordWriter,
  type UnverifiedEmailRecordWriter,
} from './unverified-email.js'

interface NewUserEntities {
  readonly user: AdapterUser
  readonly account: AdapterAccount
  readonly passkey: Authenticator | undefined
  /** Writes the record of the user's email address, if that is unverified. */
  readonly emailRecordWriter: UnverifiedEmailRecordWriter | null
}

/** The identity whose user is created. */
interface CreateUserParams {
  readonly linking: LinkingRules
  readonly adapter: WrappedAdapter
  readonly identity: Identity
}

/**
 * Creates the user of an identity: with its first account, or, after an email sign-in, with the verified email alone.
 *
 * @returns null if another request created the user, or a user with the email, at the same moment
 */
export async function createUser(
  ctx: Context,
  { linking, adapter, identity }: CreateUserParams,
): Promise<ResolvedUser | null> {
  const { storesAccount, verifiesEmail } = linking
  const emailVerified = verifiesEmail ? new Date() : null
  const draft = applyUnverifiedEmailOption(ctx.settings, identity, {
    ...identity.user,
    // The user handle of a new passkey depends on the id that its ceremony chose.
    id: (identity.newPasskey && identity.user.id) || crypto.randomUUID(),
    emailVerified,
  } as AdapterUser)
  const account = storesAccount ? toAdapterAccount(identity, draft.id) : null
  const emailRecordWriter = account && (await createUnverifiedEmailRecordWriter(ctx, identity, draft))
  await emailRecordWriter?.store()
  try {
    const user = await (account
      ? createUserAndAccount(ctx, adapter, {
          user: draft,
          account,
          passkey: identity.newPasskey,
          emailRecordWriter,
        })
      : createUserWithMethod(ctx, adapter, { user: draft, signUp: identity.signUp }))
    await ctx.settings.emit('createUser', { user }, ctx)
    if (account) await ctx.settings.emit('linkAccount', toLinkAccountMessage(identity, user, account), ctx)
    return { identity, user, isNewUser: true, continuedSession: null }
  } catch (error) {
    if (!(await isCreationConflict({ linking, adapter, identity }, error))) throw error
    // The conflict can be with this very user, if the response of the adapter was lost.
    if (emailRecordWriter && !(await adapter.getUser(draft.id))) await emailRecordWriter.delete()
    return null
  }
}

function toLinkAccountMessage(identity: Identity, user: AdapterUser, account: AdapterAccount) {
  return { user, account: { ...account, userId: user.id }, profile: identity.user }
}

/** A user without the method of their sign-up is deleted again. */
async function createUserWithMethod(
  ctx: Context,
  adapter: WrappedAdapter,
  { user, signUp }: { readonly user: AdapterUser; readonly signUp: Identity['signUp'] },
): Promise<AdapterUser> {
  if (!signUp) return await adapter.createUser(user)
  const created = await createOrFindCreatedUser(ctx, { adapter, id: user.id }, () => adapter.createUser(user))
  try {
    await signUp.storeMethod(created.id)
    return created
  } catch (error) {
    await deleteCreatedUser(ctx, adapter, created)
    throw error
  }
}

/** Uses one transaction if the adapter offers it. Otherwise, a user without its account is deleted again. */
async function createUserAndAccount(
  ctx: Context,
  adapter: WrappedAdapter,
  newUser: NewUserEntities,
): Promise<AdapterUser> {
  const { user, account, passkey, emailRecordWriter } = newUser
  const { createUserWithAccount } = adapter
  if (createUserWithAccount) {
    const authenticator = passkey && { ...passkey, userId: user.id }
    const created = await createOrFindCreatedUser(ctx, { adapter, id: user.id }, () =>
      authenticator
        ? createUserWithAccount(user, account, authenticator)
        : createUserWithAccount(user, account),
    )
    await emailRecordWriter?.moveToUser(created.id)
    return created
  }
  const created = await createOrFindCreatedUser(ctx, { adapter, id: user.id }, () => adapter.createUser(user))
  try {
    await emailRecordWriter?.moveToUser(created.id)
    await adapter.linkAccount({ ...account, userId: created.id })
    return created
  } catch (error) {
    if (await isLinkedToUser(adapter, account, created.id)) return created
    await deleteCreatedUser(ctx, adapter, created)
    throw error
  }
}

/** Names a user that may have been stored. */
interface StoredUserReference {
  readonly adapter: WrappedAdapter
  readonly id: string
}

/**
 * Creates a user in one step. If the response is lost, the user may exist nevertheless and would block its own email address. The id is
 * random and new, so a user with that id is the one that was created.
 */
async function createOrFindCreatedUser(
  ctx: Context,
  draft: StoredUserReference,
  create: () => Awaitable<AdapterUser>,
): Promise<AdapterUser> {
  try {
    return await create()
  } catch (error) {
    const createdUser = await findCreatedUser(ctx, draft)
    if (createdUser) return createdUser
    throw error
  }
}

/** Logs a failure of the lookup; the error to report stays that of the creation. */
async function findCreatedUser(
  { settings }: Context,
  { adapter, id }: StoredUserReference,
): Promise<AdapterUser | null> {
  try {
    return await adapter.getUser(id)
  } catch (error) {
    settings.logger.error(toError(error))
    return null
  }
}

/** Another tab may have found the new user by its email and linked the account first. */
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
    // The database is unavailable; the error to report is that of the link.
    return false
  }
}

/** Logs a failure to delete; the error to report stays the first one. */
async function deleteCreatedUser(
  { settings }: Context,
  adapter: WrappedAdapter,
  { id }: AdapterUser,
): Promise<void> {
  try {
    await deleteUnlessGone(
      () => adapter.deleteUser(id),
      async () => (await adapter.getUser(id)) !== null,
    )
  } catch (error) {
    settings.logger.error(toError(error))
  }
}

/** Did a write fail only because the same user, or one with the same email, was written at the same moment? */
async function isCreationConflict(
  { linking, adapter, identity }: CreateUserParams,
  error: unknown,
): Promise<boolean> {
  if (!(error instanceof AdapterError)) return false
  const { user } = identity
  if (linking.storesAccount && (await adapter.getUserByAccount(getAccountKey(identity)))) return true
  // The user was created, so the email address was not the conflict.
  if (error.cause?.method === 'linkAccount' || !user.email) return false
  return (await adapter.getUserByEmail(user.email)) !== null
}

/** How long another request is given for the second of its two writes. */
const retryDelaysMs = [50, 150]

/** Returns the owner of an account, who may be under creation by another request. With one-step creation there is nothing to wait for. */
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

/** Stores the passkey of a registration, once its user is known, and the user handle. */
export async function storePasskey({ settings }: Context, resolvedUser: ResolvedUser): Promise<void> {
  await storeAuthenticator(settings, resolvedUser)
  const { identity, user } = resolvedUser
  await identity.saveUserHandle?.(user.id)
}

/** If that fails, the user or account that was created for it is deleted: an email address must not stay taken by a user who cannot sign in. */
async function storeAuthenticator(settings: Settings, resolvedUser: ResolvedUser): Promise<void> {
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
