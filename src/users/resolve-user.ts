import { toError } from '../base/to-error.js'
import { toAdapterAccount } from '../config/stores.js'
import { toAsciiEmail } from '../email/domain-spellings.js'
import { UnsupportedStrategy } from '../errors.js'
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
  type LinkingContext,
  resolveLinkingAction,
  toLinkingFacts,
} from './account-linking.js'
import { createUser } from './create-user.js'
import { createNotLinkedError, linkAccount } from './link-account.js'
import {
  deleteUnverifiedEmailRecord,
  hasVerifiedEmail,
  markEmailAsNotTyped,
  removeClaimedEmail,
} from './unverified-email.js'

/**
 * Finds or creates the user of an identity. See docs/contract.md#account-linking.
 *
 * @param owners what {@link findAccountOwnership} returned
 * @param allowedUser the user that the `signIn` callback received as `existingUser`; undefined without a callback
 * @returns null, without changing anything, if the identity now belongs to another user than the sign-in was allowed for
 * @throws OAuthAccountNotLinked, or AccountNotLinked for a passkey, if the account or its email belongs to another user
 * @throws StepUpBeforeLinking if the session is not sufficient to add an account or a passkey
 */
export async function resolveUser(
  ctx: Context,
  { linking, identity }: { readonly linking: LinkingRules; readonly identity: Identity },
  {
    owners,
    allowedUser,
  }: { readonly owners: AccountOwnership; readonly allowedUser: LinkingContext['allowedUser'] },
): Promise<ResolvedUser | null> {
  const { adapter } = ctx.settings
  if (!adapter) return acceptIdentity(linking, identity)
  const linkingContext = await createLinkingContext(ctx, { linking, adapter, identity, allowedUser }, owners)
  return await applyAction(
    resolveLinkingAction(linking.rules, toLinkingFacts(ctx, linkingContext)),
    ctx,
    linkingContext,
  )
}

async function applyAction(
  action: LinkingAction,
  ctx: Context,
  linkingContext: LinkingContext,
): Promise<ResolvedUser | null> {
  const { linking, identity, accountOwner, currentUser, emailHolder, adapter } = linkingContext
  if (action !== 'reject' && !isAllowed(action, linkingContext)) return null
  if (action === 'use-returned-user') return acceptIdentity(linking, identity)
  if (action === 'load-returned-user') return await loadStoredUser(adapter, identity)
  if (action === 'release-email-and-create-user' && emailHolder)
    await removeClaimedEmail(ctx, adapter, emailHolder)
  if (action === 'create-user' || action === 'release-email-and-create-user')
    return (await createUser(ctx, linkingContext)) ?? retryAfterConflict(ctx, linkingContext)
  if (
    currentUser &&
    (action === 'link-to-current-user' || (action === 'keep-session' && identity.newPasskey))
  )
    await assertNewMethodAllowed(ctx, currentUser, identity)
  if (action === 'link-to-current-user' && currentUser)
    return await linkToCurrentUser(ctx, linkingContext, currentUser)
  if (action === 'link-by-email' && emailHolder)
    return {
      identity,
      user: emailHolder,
      isNewUser: false,
      continuedSession: null,
      accountToLink: toAccountToLink(identity, emailHolder),
    }
  if (action === 'sign-in-and-verify-email' && accountOwner)
    return await signInAndMarkEmailVerified(ctx, linkingContext, accountOwner)
  // The account is stored without its passkey if a server died between the two writes: only its owner may add the passkey.
  if (identity.newPasskey && accountOwner && currentUser?.user.id !== accountOwner.id)
    throw createNotLinkedError(identity.account)
  if (action === 'sign-in' && accountOwner)
    return await signInAccountOwner(ctx, identity, { user: accountOwner, session: null })
  if (action === 'keep-session' && accountOwner) {
    const resolvedUser = await signInAccountOwner(ctx, identity, {
      user: accountOwner,
      session: currentUser?.session ?? null,
    })
    return identity.newPasskey ? markAsLinking(resolvedUser) : resolvedUser
  }
  throw createNotLinkedError(identity.account)
}

/** The signed-in user must confirm who they are before an account or a passkey is added. */
export class StepUpBeforeLinking extends Error {
  override readonly name = 'StepUpBeforeLinking'

  /** @param url the URL of the step-up page */
  constructor(readonly url: string) {
    super('The session is too old, or its level is too low, to add an account or a passkey.')
  }
}

/** @throws StepUpBeforeLinking, or the error of a plugin that refuses it */
async function assertNewMethodAllowed(ctx: Context, owner: CurrentUser, identity: Identity): Promise<void> {
  const guard = await ctx.settings.loadNewMethodGuard?.()
  const url = await guard?.findNewMethodStepUpUrl(ctx, owner, identity)
  if (url) throw new StepUpBeforeLinking(url)
}

/** Marks that the visitor proved to own the new account, not to be the signed-in user. */
function markAsLinking(resolvedUser: ResolvedUser): ResolvedUser {
  return { ...resolvedUser, isLinking: true }
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
): Promise<ResolvedUser | null> {
  const owners = await findAccountOwnership(ctx, linking, identity)
  const linkingContext = await createLinkingContext(ctx, { linking, adapter, identity, allowedUser }, owners)
  const action = resolveLinkingAction(linking.rules, toLinkingFacts(ctx, linkingContext))
  if (action === 'create-user' || action === 'release-email-and-create-user')
    throw createNotLinkedError(identity.account)
  return await applyAction(action, ctx, linkingContext)
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
  ctx: Context,
  identity: Identity,
  { user, session }: CurrentUser,
): Promise<ResolvedUser> {
  try {
    await ctx.settings.adapter?.updateAccount?.(toAdapterAccount(identity, user.id))
  } catch (error) {
    // Stale provider tokens are no reason to deny the sign-in.
    ctx.settings.logger.error(toError(error))
  }
  await deleteRecordIfEmailVerified(ctx, identity, user)
  return { identity, user, isNewUser: false, continuedSession: session }
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

/** Signs the user in. Keeps the date of the first verification. */
async function signInAndMarkEmailVerified(
  { settings, request }: Context,
  { identity, adapter }: LinkingContext,
  { id, emailVerified }: AdapterUser,
): Promise<ResolvedUser> {
  const user = await adapter.updateUser({ id, emailVerified: emailVerified ?? new Date() })
  if (!emailVerified) await deleteUnverifiedEmailRecord(settings, user)
  await settings.emit('updateUser', { user }, request)
  return { identity, user, isNewUser: false, continuedSession: null }
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

function toAccountToLink(identity: Identity, { id }: AdapterUser): AccountToLink {
  return { account: toAdapterAccount(identity, id), profile: identity.user }
}
