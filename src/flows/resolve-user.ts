import { toError } from '../base/to-error.js'
import { AccountNotLinked, OAuthAccountNotLinked, UnsupportedStrategy } from '../errors.js'
import type { AdapterUser } from '../types/adapter.js'
import type { Context, WrappedAdapter } from '../types/context.js'
import type { CurrentUser, Identity, ResolvedUser } from '../types/identity.js'
import { type LinkingAction, type LinkingFacts, resolveLinkingAction } from './account-linking-rules.js'
import { createUser, getAccountKey, toAdapterAccount, waitForAccountOwner } from './create-user.js'
import { findUserByEmail } from './find-user-by-email.js'
import { hasUnverifiedPasskeyEmail } from './unverified-email.js'

/** Whose account is this? Null when it is new here, or when nothing is stored. */
export async function findAccountOwner(
  { settings }: Context,
  identity: Identity,
): Promise<AdapterUser | null> {
  const { adapter } = settings
  const { account } = identity
  if (!adapter || account.type === 'credentials') return null
  if (account.type === 'email') return findUserByEmail(adapter, account.providerAccountId)
  return adapter.getUserByAccount(getAccountKey(identity))
}

/**
 * Finds or makes the member that an identity is. Spec: behaviour sections 9.2 to 9.4.
 *
 * @throws OAuthAccountNotLinked, or AccountNotLinked for a passkey, when the account or its address is somebody else's
 */
export async function resolveUser(
  ctx: Context,
  identity: Identity,
  owner: AdapterUser | null,
): Promise<ResolvedUser> {
  const { adapter } = ctx.settings
  if (!adapter) return acceptIdentity(identity)
  const candidates = await loadCandidates(ctx, adapter, { ...noCandidates, identity, owner })
  return applyAction(resolveLinkingAction(toLinkingFacts(ctx, candidates)), ctx, { ...candidates, adapter })
}

/** What the store knows of somebody. */
interface UserCandidates {
  readonly identity: Identity
  readonly owner: AdapterUser | null
  readonly currentUser: CurrentUser | null
  /** The user with the same address; looked for only where neither account nor session says who it is. */
  readonly emailOwner: AdapterUser | null
  /** Who has the address has it because they say so, and a passkey. */
  readonly isEmailOwnerUnverified: boolean
}

const noCandidates = { currentUser: null, emailOwner: null, isEmailOwnerUnverified: false }

async function loadCandidates(
  ctx: Context,
  adapter: WrappedAdapter,
  candidates: UserCandidates,
): Promise<UserCandidates> {
  const { identity, owner } = candidates
  const { type } = identity.account
  if (type === 'credentials') return candidates
  if (type === 'email') return owner ? checkEmailOwner(ctx, adapter, { ...candidates, owner }) : candidates
  const currentUser = await ctx.settings.sessions.getCurrentUser(ctx)
  if (owner || currentUser) return { ...candidates, currentUser }
  const emailOwner = identity.user.email ? await findUserByEmail(adapter, identity.user.email) : null
  if (!emailOwner) return candidates
  if (canLinkByEmail(identity))
    return {
      ...candidates,
      emailOwner,
      isEmailOwnerUnverified: await hasUnverifiedPasskeyEmail(ctx.settings, adapter, emailOwner),
    }
  // The namesake may be themselves, made a moment ago in another tab.
  return { ...candidates, emailOwner, owner: await waitForAccountOwner(adapter, identity) }
}

/** Who has the address by mail; the claim of a stranger is theirs when they are signed in. */
async function checkEmailOwner(
  ctx: Context,
  adapter: WrappedAdapter,
  candidates: UserCandidates & { readonly owner: AdapterUser },
): Promise<UserCandidates> {
  if (!(await hasUnverifiedPasskeyEmail(ctx.settings, adapter, candidates.owner))) return candidates
  return {
    ...candidates,
    isEmailOwnerUnverified: true,
    currentUser: await ctx.settings.sessions.getCurrentUser(ctx),
  }
}

function toLinkingFacts({ settings }: Context, candidates: UserCandidates): LinkingFacts {
  const { identity, owner, currentUser, emailOwner } = candidates
  const { type } = identity.account
  return {
    type: type === 'oidc' ? 'oauth' : type,
    strategy: settings.session.strategy,
    account: owner ? 'known' : 'new',
    currentUser: currentUser ? compareWithOwner(currentUser, owner) : 'nobody',
    email: emailOwner ? 'taken' : 'free',
    emailLinking:
      !candidates.isEmailOwnerUnverified && (type === 'email' || canLinkByEmail(identity))
        ? 'allowed'
        : 'refused',
  }
}

function compareWithOwner({ user }: CurrentUser, owner: AdapterUser | null): LinkingFacts['currentUser'] {
  if (!owner) return 'somebody'
  return user.id === owner.id ? 'owner' : 'other'
}

function canLinkByEmail({ allowEmailLinking, emailUnverified }: Identity): boolean {
  return allowEmailLinking && !emailUnverified
}

type LinkingInput = UserCandidates & { readonly adapter: WrappedAdapter }

async function applyAction(
  action: LinkingAction,
  ctx: Context,
  candidates: LinkingInput,
): Promise<ResolvedUser> {
  const { identity, owner, currentUser, emailOwner, adapter } = candidates
  if (action === 'admit') return acceptIdentity(identity)
  if (action === 'look up') return loadStoredUser(adapter, identity)
  if (action === 'create')
    return (await createUser(ctx, adapter, identity)) ?? retryAfterConflict(ctx, candidates)
  if (action === 'connect' && currentUser) return linkToUser(ctx, adapter, { identity, ...currentUser })
  if (action === 'join' && emailOwner)
    return linkToUser(ctx, adapter, { identity, user: emailOwner, session: null })
  if (action === 'confirm' && owner) return verifyEmail(ctx, adapter, { identity, owner })
  // The account is there without its passkey, since a server died between the two: only its owner makes up for that.
  if (identity.passkey && owner && currentUser?.user.id !== owner.id) throw createNotLinkedError(identity)
  if (action === 'enter' && owner) return refreshAccount(ctx, adapter, { identity, owner, session: null })
  if (action === 'stay' && owner)
    return refreshAccount(ctx, adapter, { identity, owner, session: currentUser?.session ?? null })
  throw createNotLinkedError(identity)
}

/** Another tab, or another person, was faster: what the store knows now decides. */
async function retryAfterConflict(ctx: Context, { identity, adapter }: LinkingInput): Promise<ResolvedUser> {
  const owner = await findAccountOwner(ctx, identity)
  const candidates = await loadCandidates(ctx, adapter, { ...noCandidates, identity, owner })
  const action = resolveLinkingAction(toLinkingFacts(ctx, candidates))
  if (action === 'create') throw createNotLinkedError(identity)
  return applyAction(action, ctx, { ...candidates, adapter })
}

/** Nothing is stored of them: who they are is what the provider, or the app, says. */
function acceptIdentity(identity: Identity): ResolvedUser {
  const isNewUser = identity.account.type === 'credentials' ? false : undefined
  return { identity, user: identity.user, isNewUser, session: null }
}

/** What `authorize` returned is enough for a token, but a stored session belongs to a stored user. */
async function loadStoredUser(adapter: WrappedAdapter, identity: Identity): Promise<ResolvedUser> {
  const user = await adapter.getUser(identity.user.id)
  if (user) return { identity, user, isNewUser: false, session: null }
  throw new UnsupportedStrategy(
    `The adapter has no user with the id that \`authorize\` of "${identity.account.provider}" returned. Return the id ` +
      'of a stored user, or choose `session.strategy: "jwt"`.',
  )
}

interface OwnedIdentity extends Pick<ResolvedUser, 'session'> {
  readonly identity: Identity
  readonly owner: AdapterUser
}

/** Their account is known; its tokens are replaced by the fresh ones, where the adapter can do that. */
async function refreshAccount(
  ctx: Context,
  adapter: WrappedAdapter,
  { identity, owner, session }: OwnedIdentity,
): Promise<ResolvedUser> {
  try {
    await adapter.updateAccount?.(toAdapterAccount(identity, owner.id))
  } catch (error) {
    // Stale tokens are no reason to turn their owner away.
    ctx.settings.logger.error(toError(error))
  }
  return { identity, user: owner, isNewUser: false, session }
}

/** The date of the first proof stays. */
async function verifyEmail(
  ctx: Context,
  adapter: WrappedAdapter,
  { identity, owner }: Omit<OwnedIdentity, 'session'>,
): Promise<ResolvedUser> {
  const { id, emailVerified } = owner
  const user = await adapter.updateUser({ id, emailVerified: emailVerified ?? new Date() })
  await ctx.settings.emit('updateUser', { user })
  return { identity, user, isNewUser: false, session: null }
}

type LinkTarget = CurrentUser & { readonly identity: Identity }

/** Gives the account to a user that exists. */
async function linkToUser(
  ctx: Context,
  adapter: WrappedAdapter,
  { identity, user, session }: LinkTarget,
): Promise<ResolvedUser> {
  const account = toAdapterAccount(identity, user.id)
  const resolvedUser = { identity, user, isNewUser: false, session }
  try {
    await adapter.linkAccount(account)
  } catch (error) {
    // Written at the same moment by another tab: no failure, if it was for the same user.
    const owner = await adapter.getUserByAccount(getAccountKey(identity))
    if (!owner) throw error
    if (owner.id !== user.id) throw createNotLinkedError(identity)
    return resolvedUser
  }
  await ctx.settings.emit('linkAccount', { user, account, profile: identity.user })
  return resolvedUser
}

function createNotLinkedError({ account }: Identity): OAuthAccountNotLinked | AccountNotLinked {
  const NotLinked = account.type === 'webauthn' ? AccountNotLinked : OAuthAccountNotLinked
  return new NotLinked(
    `The account at "${account.provider}", or its address, belongs to another user, who may sign in as before and then ` +
      'connect it.',
  )
}
