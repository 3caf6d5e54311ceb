import { toError } from '../base/to-error.js'
import { type AuthError, UnsupportedStrategy } from '../errors.js'
import type { AdapterUser } from '../types/adapter.js'
import type { Context, Flow, WrappedAdapter } from '../types/context.js'
import type { CurrentUser, Identity, ResolvedUser } from '../types/identity.js'
import type { LinkingAction, LinkingFacts } from '../types/linking.js'
import type { ResolvedProvider } from '../types/resolved-provider.js'
import { getAccountKey, resolveLinkingAction, toAdapterAccount } from './account-linking.js'
import { createUser, waitForAccountOwner } from './create-user.js'
import { findUserByEmail } from './find-user-by-email.js'
import { hasUnverifiedPasskeyEmail } from './unverified-email.js'

type AnyFlow = Flow<ResolvedProvider>

/** Returns the user who owns the account of an identity; null for a new account or without an adapter. */
export async function findAccountOwner(
  { settings }: Context,
  { linking }: AnyFlow,
  identity: Identity,
): Promise<AdapterUser | null> {
  return settings.adapter ? linking.findOwner(settings.adapter, identity) : null
}

/**
 * Finds or creates the user of an identity. See docs/contract.md#account-linking.
 *
 * @param owner what {@link findAccountOwner} returned
 * @throws OAuthAccountNotLinked, or AccountNotLinked for a passkey, if the account or its email belongs to another user
 */
export async function resolveUser(
  ctx: Context,
  { flow, identity }: { readonly flow: AnyFlow; readonly identity: Identity },
  owner: AdapterUser | null,
): Promise<ResolvedUser> {
  const { adapter } = ctx.settings
  if (!adapter) return acceptIdentity(flow, identity)
  const linkingContext = await completeLinkingContext(ctx, {
    ...emptyLinkingContext,
    flow,
    adapter,
    identity,
    accountOwner: owner,
  })
  return applyAction(
    resolveLinkingAction(flow.linking.rules, toLinkingFacts(ctx, linkingContext)),
    ctx,
    linkingContext,
  )
}

/** The identity, and the stored users that it may belong to. */
interface LinkingContext {
  readonly flow: AnyFlow
  readonly adapter: WrappedAdapter
  readonly identity: Identity
  readonly accountOwner: AdapterUser | null
  readonly currentUser: CurrentUser | null
  /** The user with the same email address; looked up only if neither the account nor the session names a user. */
  readonly emailOwner: AdapterUser | null
  /** The email address of the stored user was typed when registering a passkey and never verified. */
  readonly hasUnverifiedEmail: boolean
}

const emptyLinkingContext = { currentUser: null, emailOwner: null, hasUnverifiedEmail: false }

async function completeLinkingContext(ctx: Context, linkingContext: LinkingContext): Promise<LinkingContext> {
  const { flow, adapter, identity, accountOwner } = linkingContext
  const { storesAccount, verifiesEmail } = flow.linking
  if (verifiesEmail) return accountOwner ? checkEmailOwner(ctx, linkingContext, accountOwner) : linkingContext
  if (!storesAccount) return linkingContext
  const currentUser = await ctx.settings.sessionStrategy.getCurrentUser(ctx)
  if (accountOwner || currentUser) return { ...linkingContext, currentUser }
  const emailOwner = identity.user.email ? await findUserByEmail(adapter, identity.user.email) : null
  if (!emailOwner) return linkingContext
  if (canLinkByEmail(identity))
    return {
      ...linkingContext,
      emailOwner,
      hasUnverifiedEmail: await hasUnverifiedPasskeyEmail(ctx.settings, adapter, emailOwner),
    }
  // The user with the same email may be this user, created a moment ago in another tab.
  return { ...linkingContext, emailOwner, accountOwner: await waitForAccountOwner(adapter, identity) }
}

/** An unverified email may be claimed by its owner, unless a session shows that both are the same user. */
async function checkEmailOwner(
  ctx: Context,
  linkingContext: LinkingContext,
  owner: AdapterUser,
): Promise<LinkingContext> {
  const { adapter } = linkingContext
  if (!(await hasUnverifiedPasskeyEmail(ctx.settings, adapter, owner))) return linkingContext
  const currentUser = await ctx.settings.sessionStrategy.getCurrentUser(ctx)
  return { ...linkingContext, hasUnverifiedEmail: true, currentUser }
}

function toLinkingFacts({ settings }: Context, linkingContext: LinkingContext): LinkingFacts {
  const { flow, identity, accountOwner, currentUser, emailOwner, hasUnverifiedEmail } = linkingContext
  const mayLinkByEmail = flow.linking.verifiesEmail || canLinkByEmail(identity)
  return {
    strategy: settings.session.strategy,
    account: accountOwner ? 'known' : 'new',
    currentUser: currentUser ? compareWithOwner(currentUser, accountOwner) : 'none',
    email: emailOwner ? 'taken' : 'free',
    emailLinking: mayLinkByEmail && !hasUnverifiedEmail ? 'allowed' : 'denied',
  }
}

function compareWithOwner({ user }: CurrentUser, owner: AdapterUser | null): LinkingFacts['currentUser'] {
  if (!owner) return 'signed-in'
  return user.id === owner.id ? 'owner' : 'other'
}

function canLinkByEmail({ allowEmailLinking, emailUnverified }: Identity): boolean {
  return allowEmailLinking && !emailUnverified
}

async function applyAction(
  action: LinkingAction,
  ctx: Context,
  linkingContext: LinkingContext,
): Promise<ResolvedUser> {
  const { flow, identity, accountOwner, currentUser, emailOwner, adapter } = linkingContext
  if (action === 'accept') return acceptIdentity(flow, identity)
  if (action === 'load-user') return loadStoredUser(adapter, identity)
  if (action === 'create-user')
    return (await createUser(ctx, linkingContext)) ?? retryAfterConflict(ctx, linkingContext)
  if (action === 'link-to-current-user' && currentUser) return linkToUser(ctx, linkingContext, currentUser)
  if (action === 'link-by-email' && emailOwner)
    return linkToUser(ctx, linkingContext, { user: emailOwner, session: null })
  if (action === 'verify-email' && accountOwner) return verifyEmail(ctx, linkingContext, accountOwner)
  // The account is stored without its passkey if a server died between the two writes: only its owner may add the passkey.
  if (identity.newPasskey && accountOwner && currentUser?.user.id !== accountOwner.id)
    throw createNotLinkedError(linkingContext)
  if (action === 'sign-in' && accountOwner)
    return refreshAccount(ctx, identity, { user: accountOwner, session: null })
  if (action === 'keep-session' && accountOwner)
    return refreshAccount(ctx, identity, { user: accountOwner, session: currentUser?.session ?? null })
  throw createNotLinkedError(linkingContext)
}

/** Resolves again after another request created the user first: what is stored now decides. */
async function retryAfterConflict(
  ctx: Context,
  { flow, identity, adapter }: LinkingContext,
): Promise<ResolvedUser> {
  const owner = await findAccountOwner(ctx, flow, identity)
  const linkingContext = await completeLinkingContext(ctx, {
    ...emptyLinkingContext,
    flow,
    adapter,
    identity,
    accountOwner: owner,
  })
  const action = resolveLinkingAction(flow.linking.rules, toLinkingFacts(ctx, linkingContext))
  if (action === 'create-user') throw createNotLinkedError(linkingContext)
  return applyAction(action, ctx, linkingContext)
}

/** Takes the user as the provider, or the app, describes it: nothing is stored. */
function acceptIdentity({ linking }: AnyFlow, identity: Identity): ResolvedUser {
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
  if (user) return { identity, user, isNewUser: false, continuedSession: null }
  throw new UnsupportedStrategy(
    `The adapter has no user with the id that \`authorize\` of "${identity.account.provider}" returned. Return the id ` +
      'of a stored user, or set `session.strategy: "jwt"`.',
  )
}

/** Stores the new tokens of a known account, if the adapter can. */
async function refreshAccount(
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
  return { identity, user, isNewUser: false, continuedSession: session }
}

/** Keeps the date of the first verification. */
async function verifyEmail(
  { settings }: Context,
  { identity, adapter }: LinkingContext,
  { id, emailVerified }: AdapterUser,
): Promise<ResolvedUser> {
  const user = await adapter.updateUser({ id, emailVerified: emailVerified ?? new Date() })
  await settings.emit('updateUser', { user })
  return { identity, user, isNewUser: false, continuedSession: null }
}

/** Links the account to an existing user. */
async function linkToUser(
  ctx: Context,
  linkingContext: LinkingContext,
  { user, session }: CurrentUser,
): Promise<ResolvedUser> {
  const { identity, adapter } = linkingContext
  const account = toAdapterAccount(identity, user.id)
  const resolvedUser = { identity, user, isNewUser: false, continuedSession: session }
  try {
    await adapter.linkAccount(account)
  } catch (error) {
    // Another tab may have linked the account at the same moment, which is fine if it linked it to the same user.
    const owner = await adapter.getUserByAccount(getAccountKey(identity))
    if (!owner) throw error
    if (owner.id !== user.id) throw createNotLinkedError(linkingContext)
    return resolvedUser
  }
  await ctx.settings.emit('linkAccount', { user, account, profile: identity.user })
  return resolvedUser
}

function createNotLinkedError({ flow, identity }: LinkingContext): AuthError {
  return flow.linking.createConflictError(
    `The account at "${identity.account.provider}", or its email address, belongs to another user. Sign in as that user ` +
      'first, then link the account.',
  )
}
