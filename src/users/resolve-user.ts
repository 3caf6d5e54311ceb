import { toError } from '../base/to-error.js'
import { toAdapterAccount } from '../config/stores.js'
import { toAsciiEmail } from '../email/address.js'
import { type AuthError, UnsupportedStrategy } from '../errors.js'
import type { Account } from '../types/account.js'
import type { AdapterUser } from '../types/adapter.js'
import type { Context, LinkingRules } from '../types/context.js'
import type { AccountToLink, CurrentUser, Identity, ResolvedUser } from '../types/identity.js'
import type { LinkingAction } from '../types/linking.js'
import type { WrappedAdapter } from '../types/wrapped-adapter.js'
import {
  type AccountOwnership,
  createLinkingContext,
  findAccountOwnership,
  findActionUser,
  getLinkingRules,
  type LinkingContext,
  resolveLinkingAction,
  toLinkingFacts,
} from './account-linking.js'
import { createUser } from './create-user.js'
import {
  deleteUnverifiedEmailRecord,
  hasVerifiedEmail,
  markEmailAsNotTyped,
  removeClaimedEmail,
} from './unverified-email.js'

/** The user of a sign-in, or the URL of the step-up page, if a signed-in user must confirm who they are before an account or a passkey is added. */
export type SignInOutcome =
  | { readonly resolvedUser: ResolvedUser; readonly redirectUrl: null }
  | { readonly resolvedUser: null; readonly redirectUrl: string }

/**
 * Finds or creates the user of an identity. See docs/reference/contract.md#account-linking.
 *
 * @param owners what {@link findAccountOwnership} returned
 * @param allowedUser the user that the `signIn` callback received as `existingUser`; undefined without a callback
 * @returns null, without changing anything, if the identity now belongs to another user than the sign-in was allowed for
 * @throws OAuthAccountNotLinked, or AccountNotLinked for a passkey, if the account or its email belongs to another user
 * @throws the error of a plugin that refuses to add the account
 */
export async function resolveUser(
  ctx: Context,
  { linking, identity }: { readonly linking: LinkingRules; readonly identity: Identity },
  {
    owners,
    allowedUser,
  }: { readonly owners: AccountOwnership; readonly allowedUser: LinkingContext['allowedUser'] },
): Promise<SignInOutcome | null> {
  const { adapter } = ctx.settings
  if (!adapter) return { resolvedUser: acceptIdentity(linking, identity), redirectUrl: null }
  const linkingContext = await createLinkingContext(ctx, { linking, adapter, identity, allowedUser }, owners)
  const action = resolveLinkingAction(linking.rules, toLinkingFacts(ctx, linkingContext))
  return await applyAllowedAction(action, ctx, linkingContext)
}

/** Applies an action if it is about the user that the `signIn` callback decided about, and if the session is sufficient. */
async function applyAllowedAction(
  action: LinkingAction,
  ctx: Context,
  linkingContext: LinkingContext,
): Promise<SignInOutcome | null> {
  if (action !== 'reject' && !isAllowed(action, linkingContext)) return null
  const stepUpUrl = await findNewMethodStepUpUrl(action, ctx, linkingContext)
  if (stepUpUrl) return { resolvedUser: null, redirectUrl: stepUpUrl }
  const resolvedUser = await applyAction(action, ctx, linkingContext)
  return resolvedUser ? { resolvedUser, redirectUrl: null } : await retryAfterConflict(ctx, linkingContext)
}

/** Returns the URL of the step-up page if the action adds an account or a passkey to a session that is not sufficient. */
async function findNewMethodStepUpUrl(
  action: LinkingAction,
  ctx: Context,
  { currentUser, identity }: LinkingContext,
): Promise<string | null> {
  const addsMethod =
    action === 'link-to-current-user' || (action === 'keep-session' && identity.newPasskey !== undefined)
  if (!addsMethod || !currentUser) return null
  const guard = await ctx.services.loadNewMethodGuard?.()
  return (await guard?.findNewMethodStepUpUrl(ctx, currentUser, identity)) ?? null
}

/** @returns null if another request created the user first */
async function applyAction(
  action: LinkingAction,
  ctx: Context,
  linkingContext: LinkingContext,
): Promise<ResolvedUser | null> {
  const { linking, identity, accountOwner, currentUser, emailHolder, adapter } = linkingContext
  switch (action) {
    case 'use-returned-user':
      return acceptIdentity(linking, identity)
    case 'load-returned-user':
      return await loadStoredUser(adapter, identity)
    case 'release-email-and-create-user':
      if (emailHolder) await removeClaimedEmail(ctx, adapter, emailHolder)
      return await createUser(ctx, linkingContext)
    case 'create-user':
      return await createUser(ctx, linkingContext)
    case 'link-to-current-user':
      if (currentUser) return await linkToCurrentUser(ctx, linkingContext, currentUser)
      break
    case 'link-by-email':
      if (emailHolder) return await linkByEmail(ctx, identity, emailHolder)
      break
    case 'sign-in-and-verify-email':
      if (accountOwner) return await signInAndMarkEmailVerified(ctx, linkingContext, accountOwner)
      break
    case 'sign-in':
    case 'keep-session':
      // The account is stored without its passkey if a server died between the two writes: only its owner may add the passkey.
      if (accountOwner && (!identity.newPasskey || currentUser?.user.id === accountOwner.id))
        return await signInAccountOwner(action, ctx, { ...linkingContext, accountOwner })
  }
  if (emailHolder && !accountOwner && linking.reportsEmailConflicts)
    await ctx.services.reportEmailConflict(ctx, emailHolder, identity)
  throw createNotLinkedError(identity.account)
}

/** Is the action about the user that the `signIn` callback decided about? */
function isAllowed(action: LinkingAction, linkingContext: LinkingContext): boolean {
  const { allowedUser } = linkingContext
  return allowedUser === undefined || findActionUser(action, linkingContext)?.id === allowedUser?.id
}

/** Resolves again after another request created the user first: what is stored now decides. */
async function retryAfterConflict(
  ctx: Context,
  { linking, identity, adapter, allowedUser }: LinkingContext,
): Promise<SignInOutcome | null> {
  const owners = await findAccountOwnership(ctx, linking, identity)
  const linkingContext = await createLinkingContext(ctx, { linking, adapter, identity, allowedUser }, owners)
  const action = resolveLinkingAction(linking.rules, toLinkingFacts(ctx, linkingContext))
  if (action === 'create-user' || action === 'release-email-and-create-user')
    throw createNotLinkedError(identity.account)
  return await applyAllowedAction(action, ctx, linkingContext)
}

/** Takes the user as the provider, or the app, describes it: nothing is stored. */
function acceptIdentity(linking: LinkingRules, identity: Identity): ResolvedUser {
  const createsUsers = linking.storesAccount || linking.verifiesEmail
  return {
    identity,
    user: identity.user,
    isNewUser: createsUsers ? undefined : false,
    continuedSession: null,
  }
}

/** A token can describe any user, but a stored session needs a stored user. */
async function loadStoredUser(adapter: WrappedAdapter, identity: Identity): Promise<ResolvedUser> {
  const user = await adapter.getUser(identity.user.id)
  if (user) return { identity, user, isNewUser: false, continuedSession: null, isStored: true }
  throw new UnsupportedStrategy(
    `The adapter has no user with the id that \`authorize\` of "${identity.account.provider}" returned. Return the id ` +
      'of a stored user, or set `session.strategy: "jwt"`.',
  )
}

/** Signs in the owner of an account, and stores the new tokens of the account, if the adapter can. */
async function signInAccountOwner(
  action: 'sign-in' | 'keep-session',
  ctx: Context,
  { identity, accountOwner: user, currentUser }: LinkingContext & { readonly accountOwner: AdapterUser },
): Promise<ResolvedUser> {
  try {
    await ctx.settings.adapter?.updateAccount?.(toAdapterAccount(identity, user.id))
  } catch (error) {
    // Stale provider tokens are no reason to deny the sign-in.
    ctx.settings.logger.error(toError(error))
  }
  await deleteRecordIfEmailVerified(ctx, identity, user)
  const signedIn = { identity, user, isNewUser: false }
  if (action === 'sign-in') return { ...signedIn, continuedSession: null }
  const continuedSession = currentUser?.session ?? null
  // A new passkey proves that the visitor owns it, not that they are the signed-in user.
  return { ...signedIn, continuedSession, ...(identity.newPasskey && { isLinking: true }) }
}

/** Deletes the record of an unverified email address that the sign-in of its user proves, so that no other proof takes it away. */
async function deleteRecordIfEmailVerified(
  { settings }: Context,
  identity: Identity,
  user: AdapterUser,
): Promise<void> {
  if (
    hasVerifiedEmail(identity) &&
    toAsciiEmail(identity.user.email ?? '') === toAsciiEmail(user.email ?? '')
  )
    await deleteUnverifiedEmailRecord(settings, user)
}

/** Signs the user in. Keeps the date of the first verification. A second address of the user, which a plugin stores, does not verify the first one. */
async function signInAndMarkEmailVerified(
  ctx: Context,
  { identity, adapter }: LinkingContext,
  accountOwner: AdapterUser,
): Promise<ResolvedUser> {
  const isOther = isOtherAddress(ctx, identity, accountOwner)
  const user = isOther ? accountOwner : await markEmailVerified(ctx, adapter, accountOwner)
  return { identity, user, isNewUser: false, continuedSession: null }
}

/** Adapters can find a user by another spelling of the address, so only addresses of plugins count as others. */
function isOtherAddress({ settings }: Context, identity: Identity, { email }: AdapterUser): boolean {
  if (!settings.plugins.some(({ findEmailOwner }) => findEmailOwner)) return false
  return toAsciiEmail(identity.account.providerAccountId) !== toAsciiEmail(email ?? '')
}

/**
 * Stores that a user proved the email address. At the first proof, what another person may have added before is deleted. Each verification of
 * an address calls it.
 */
export async function markEmailVerified(
  ctx: Context,
  adapter: WrappedAdapter,
  { id, emailVerified }: AdapterUser,
): Promise<AdapterUser> {
  const { settings } = ctx
  if (!emailVerified) await ctx.services.deleteUnprovenMethods?.(ctx, id)
  const user = await adapter.updateUser({ id, emailVerified: emailVerified ?? new Date() })
  // A request that was under way may have stored another method, before it read that the address is verified.
  if (!emailVerified) await ctx.services.deleteUnprovenMethods?.(ctx, id)
  if (!emailVerified) await deleteUnverifiedEmailRecord(settings, user)
  await settings.emit('updateUser', { user }, ctx)
  return user
}

/** Links the account to the signed-in user. */
async function linkToCurrentUser(
  ctx: Context,
  { identity, adapter }: LinkingContext,
  { user, session }: CurrentUser,
): Promise<ResolvedUser> {
  if (identity.newPasskey) await markEmailAsNotTyped(ctx, user)
  const isLinked = await linkAccount(ctx, adapter, { user, ...toAccountToLink(identity, user) })
  if (isLinked) await deleteRecordIfEmailVerified(ctx, identity, user)
  return { identity, user, isNewUser: false, continuedSession: session, isLinking: true }
}

/** What the user could sign in with before the first proof of the email address may belong to another person. An address that the provider does not verify proves nothing. */
async function linkByEmail(ctx: Context, identity: Identity, user: AdapterUser): Promise<ResolvedUser> {
  if (!user.emailVerified && hasVerifiedEmail(identity))
    await ctx.services.deleteUnprovenMethods?.(ctx, user.id)
  return toUserWithAccount(identity, user)
}

/** The account is linked once the sign-in is allowed. */
function toUserWithAccount(identity: Identity, user: AdapterUser): ResolvedUser {
  const accountToLink = toAccountToLink(identity, user)
  return { identity, user, isNewUser: false, continuedSession: null, accountToLink }
}

function toAccountToLink(identity: Identity, { id }: AdapterUser): AccountToLink {
  return { account: toAdapterAccount(identity, id), profile: identity.user }
}

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
  await ctx.settings.emit('linkAccount', { user, account, profile }, ctx)
  return true
}

/** Creates the error of an account that is not linked to the user of the sign-in. */
function createNotLinkedError(account: Account): AuthError {
  return getLinkingRules({ account }).createConflictError(
    `The account at "${account.provider}", or its email address, belongs to another user. Sign in as that user ` +
      'first, then link the account.',
  )
}
