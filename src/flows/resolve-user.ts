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
  const candidates = await loadCandidates(ctx, { ...noCandidates, flow, adapter, identity, owner })
  return applyAction(
    resolveLinkingAction(flow.linking.rules, toLinkingFacts(ctx, candidates)),
    ctx,
    candidates,
  )
}

/** The identity, and the stored users that it may belong to. */
interface UserCandidates {
  readonly flow: AnyFlow
  readonly adapter: WrappedAdapter
  readonly identity: Identity
  readonly owner: AdapterUser | null
  readonly currentUser: CurrentUser | null
  /** The user with the same email address; looked up only if neither the account nor the session names a user. */
  readonly emailOwner: AdapterUser | null
  /** The user with the email address typed it when registering a passkey, and never verified it. */
  readonly isEmailOwnerUnverified: boolean
}

const noCandidates = { currentUser: null, emailOwner: null, isEmailOwnerUnverified: false }

async function loadCandidates(ctx: Context, candidates: UserCandidates): Promise<UserCandidates> {
  const { flow, adapter, identity, owner } = candidates
  const { storesAccount, verifiesEmail } = flow.linking
  if (verifiesEmail) return owner ? checkEmailOwner(ctx, candidates, owner) : candidates
  if (!storesAccount) return candidates
  const currentUser = await ctx.settings.sessionStrategy.getCurrentUser(ctx)
  if (owner || currentUser) return { ...candidates, currentUser }
  const emailOwner = identity.user.email ? await findUserByEmail(adapter, identity.user.email) : null
  if (!emailOwner) return candidates
  if (canLinkByEmail(identity))
    return {
      ...candidates,
      emailOwner,
      isEmailOwnerUnverified: await hasUnverifiedPasskeyEmail(ctx.settings, adapter, emailOwner),
    }
  // The user with the same email may be this user, created a moment ago in another tab.
  return { ...candidates, emailOwner, owner: await waitForAccountOwner(adapter, identity) }
}

/** An unverified email may be claimed by its owner, unless a session shows that both are the same user. */
async function checkEmailOwner(
  ctx: Context,
  candidates: UserCandidates,
  owner: AdapterUser,
): Promise<UserCandidates> {
  const { adapter } = candidates
  if (!(await hasUnverifiedPasskeyEmail(ctx.settings, adapter, owner))) return candidates
  const currentUser = await ctx.settings.sessionStrategy.getCurrentUser(ctx)
  return { ...candidates, isEmailOwnerUnverified: true, currentUser }
}

function toLinkingFacts({ settings }: Context, candidates: UserCandidates): LinkingFacts {
  const { flow, identity, owner, currentUser, emailOwner, isEmailOwnerUnverified } = candidates
  const mayLinkByEmail = flow.linking.verifiesEmail || canLinkByEmail(identity)
  return {
    strategy: settings.session.strategy,
    account: owner ? 'known' : 'new',
    currentUser: currentUser ? compareWithOwner(currentUser, owner) : 'none',
    email: emailOwner ? 'taken' : 'free',
    emailLinking: mayLinkByEmail && !isEmailOwnerUnverified ? 'allowed' : 'denied',
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
  candidates: UserCandidates,
): Promise<ResolvedUser> {
  const { flow, identity, owner, currentUser, emailOwner, adapter } = candidates
  if (action === 'accept') return acceptIdentity(flow, identity)
  if (action === 'load-user') return loadStoredUser(adapter, identity)
  if (action === 'create-user')
    return (await createUser(ctx, candidates)) ?? retryAfterConflict(ctx, candidates)
  if (action === 'link-to-current-user' && currentUser) return linkToUser(ctx, candidates, currentUser)
  if (action === 'link-by-email' && emailOwner)
    return linkToUser(ctx, candidates, { user: emailOwner, session: null })
  if (action === 'verify-email' && owner) return verifyEmail(ctx, candidates, owner)
  // The account is stored without its passkey if a server died between the two writes: only its owner may add the passkey.
  if (identity.passkey && owner && currentUser?.user.id !== owner.id) throw createNotLinkedError(candidates)
  if (action === 'sign-in' && owner) return refreshAccount(ctx, identity, { user: owner, session: null })
  if (action === 'keep-session' && owner)
    return refreshAccount(ctx, identity, { user: owner, session: currentUser?.session ?? null })
  throw createNotLinkedError(candidates)
}

/** Resolves again after another request created the user first: what is stored now decides. */
async function retryAfterConflict(
  ctx: Context,
  { flow, identity, adapter }: UserCandidates,
): Promise<ResolvedUser> {
  const owner = await findAccountOwner(ctx, flow, identity)
  const candidates = await loadCandidates(ctx, { ...noCandidates, flow, adapter, identity, owner })
  const action = resolveLinkingAction(flow.linking.rules, toLinkingFacts(ctx, candidates))
  if (action === 'create-user') throw createNotLinkedError(candidates)
  return applyAction(action, ctx, candidates)
}

/** Takes the user as the provider, or the app, describes it: nothing is stored. */
function acceptIdentity({ linking }: AnyFlow, identity: Identity): ResolvedUser {
  const createsUsers = linking.storesAccount || linking.verifiesEmail
  return { identity, user: identity.user, isNewUser: createsUsers ? undefined : false, session: null }
}

/** A token can describe any user, but a stored session needs a stored user. */
async function loadStoredUser(adapter: WrappedAdapter, identity: Identity): Promise<ResolvedUser> {
  const user = await adapter.getUser(identity.user.id)
  if (user) return { identity, user, isNewUser: false, session: null }
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
  return { identity, user, isNewUser: false, session }
}

/** Keeps the date of the first verification. */
async function verifyEmail(
  { settings }: Context,
  { identity, adapter }: UserCandidates,
  { id, emailVerified }: AdapterUser,
): Promise<ResolvedUser> {
  const user = await adapter.updateUser({ id, emailVerified: emailVerified ?? new Date() })
  await settings.emit('updateUser', { user })
  return { identity, user, isNewUser: false, session: null }
}

/** Links the account to an existing user. */
async function linkToUser(
  ctx: Context,
  candidates: UserCandidates,
  { user, session }: CurrentUser,
): Promise<ResolvedUser> {
  const { identity, adapter } = candidates
  const account = toAdapterAccount(identity, user.id)
  const resolvedUser = { identity, user, isNewUser: false, session }
  try {
    await adapter.linkAccount(account)
  } catch (error) {
    // Another tab may have linked the account at the same moment, which is fine if it linked it to the same user.
    const owner = await adapter.getUserByAccount(getAccountKey(identity))
    if (!owner) throw error
    if (owner.id !== user.id) throw createNotLinkedError(candidates)
    return resolvedUser
  }
  await ctx.settings.emit('linkAccount', { user, account, profile: identity.user })
  return resolvedUser
}

function createNotLinkedError({ flow, identity }: UserCandidates): AuthError {
  return flow.linking.createConflictError(
    `The account at "${identity.account.provider}", or its email address, belongs to another user. Sign in as that user ` +
      'first, then link the account.',
  )
}
