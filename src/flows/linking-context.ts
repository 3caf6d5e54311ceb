import type { AdapterUser } from '../types/adapter.js'
import type { Context, Flow } from '../types/context.js'
import type { CurrentUser, Identity } from '../types/identity.js'
import type { LinkingFacts } from '../types/linking.js'
import type { ResolvedProvider } from '../types/resolved-provider.js'
import type { WrappedAdapter } from '../types/wrapped-adapter.js'
import { findActionUser, resolveLinkingAction } from './account-linking.js'
import { waitForAccountOwner } from './create-user.js'
import { findUserByEmail } from './find-user-by-email.js'
import {
  findUnverifiedEmailEvidence,
  hasVerifiedEmail,
  type UnverifiedEmailEvidence,
} from './unverified-email.js'

export type AnyFlow = Flow<ResolvedProvider>

/** The stored users that an identity names. */
export interface AccountOwnership {
  /** The user who owns the account; null for a new account or without an adapter. */
  readonly accountOwner: AdapterUser | null
  /** Email sign-ins only: the user who has the address, but only claimed it, and is not signed in. The address may belong to another person. */
  readonly emailHolder: AdapterUser | null
}

/** Finds the user who owns the account of an identity. */
export async function findAccountOwnership(
  ctx: Context,
  { linking }: AnyFlow,
  identity: Identity,
): Promise<AccountOwnership> {
  const { adapter, records, sessionStrategy } = ctx.settings
  const accountOwner = adapter ? await linking.findOwner(adapter, identity) : null
  const owners = { accountOwner, emailHolder: null }
  if (!accountOwner || !linking.verifiesEmail || !records) return owners
  if ((await findUnverifiedEmailEvidence(ctx.settings, accountOwner)) !== 'record') return owners
  const currentUser = await sessionStrategy.getCurrentUser(ctx)
  return currentUser?.user.id === accountOwner.id ? owners : { accountOwner: null, emailHolder: accountOwner }
}

/** The identity, and the stored users that it may belong to. */
export interface LinkingContext {
  readonly flow: AnyFlow
  readonly adapter: WrappedAdapter
  readonly identity: Identity
  readonly accountOwner: AdapterUser | null
  readonly currentUser: CurrentUser | null
  /** The user with the same email address; looked up only if neither the account nor the session names a user. */
  readonly emailHolder: AdapterUser | null
  /** How the email address of the stored user is known to be unverified. */
  readonly unverifiedEmailEvidence: UnverifiedEmailEvidence
  /** The user that the `signIn` callback received as `existingUser`. Undefined without a callback: any user is allowed. */
  readonly allowedUser: AdapterUser | null | undefined
}

/** Looks up the stored users that an identity may belong to. */
export async function createLinkingContext(
  ctx: Context,
  signIn: Pick<LinkingContext, 'flow' | 'adapter' | 'identity' | 'allowedUser'>,
  { accountOwner, emailHolder }: AccountOwnership,
): Promise<LinkingContext> {
  const unverifiedEmailEvidence = emailHolder ? 'record' : 'none'
  const known = {
    ...signIn,
    accountOwner,
    currentUser: null,
    emailHolder,
    unverifiedEmailEvidence,
  } as const
  return completeLinkingContext(ctx, known)
}

/** Returns the stored user who owns the account of an identity, or to whom it will be linked; null if there is none. Changes nothing. */
export async function findExistingUser(
  ctx: Context,
  { flow, identity }: Pick<LinkingContext, 'flow' | 'identity'>,
  owners: AccountOwnership,
): Promise<AdapterUser | null> {
  const { adapter, sessionStrategy } = ctx.settings
  const { accountOwner } = owners
  if (accountOwner || !adapter || !flow.linking.storesAccount) return accountOwner
  const currentUser = await sessionStrategy.getCurrentUser(ctx)
  if (currentUser || !canLinkByEmail(identity)) return currentUser?.user ?? null
  const linkingContext = await createLinkingContext(
    ctx,
    { flow, adapter, identity, allowedUser: null },
    owners,
  )
  const action = resolveLinkingAction(flow.linking.rules, toLinkingFacts(ctx, linkingContext))
  return findActionUser(action, linkingContext)
}

async function completeLinkingContext(ctx: Context, linkingContext: LinkingContext): Promise<LinkingContext> {
  const { flow, adapter, identity, accountOwner } = linkingContext
  const { storesAccount, verifiesEmail } = flow.linking
  if (verifiesEmail)
    return accountOwner ? addEmailHolderFacts(ctx, linkingContext, accountOwner) : linkingContext
  if (!storesAccount) return linkingContext
  const currentUser = await ctx.settings.sessionStrategy.getCurrentUser(ctx)
  if (accountOwner || currentUser) return { ...linkingContext, currentUser }
  const { email } = identity.user
  const emailHolder = email ? await findUserByEmail(adapter, email) : null
  if (!emailHolder) return linkingContext
  const canLink = canLinkByEmail(identity)
  const unverifiedEmailEvidence =
    canLink || hasVerifiedEmail(identity)
      ? await findUnverifiedEmailEvidence(ctx.settings, emailHolder)
      : 'none'
  if (canLink || unverifiedEmailEvidence === 'record')
    return { ...linkingContext, emailHolder, unverifiedEmailEvidence }
  // The user with the same email may be this user, created a moment ago in another tab.
  return { ...linkingContext, emailHolder, accountOwner: await waitForAccountOwner(adapter, identity) }
}

/**
 * Adds what decides whether the user with the email address may keep it: how it is known to be unverified, and the signed-in user.
 * A session of the same user shows that the address is not that of another person.
 */
async function addEmailHolderFacts(
  ctx: Context,
  linkingContext: LinkingContext,
  owner: AdapterUser,
): Promise<LinkingContext> {
  const unverifiedEmailEvidence = await findUnverifiedEmailEvidence(ctx.settings, owner)
  if (unverifiedEmailEvidence === 'none') return linkingContext
  const currentUser = await ctx.settings.sessionStrategy.getCurrentUser(ctx)
  return { ...linkingContext, unverifiedEmailEvidence, currentUser }
}

/** Converts what was looked up to the facts that the linking rules decide by. */
export function toLinkingFacts({ settings }: Context, linkingContext: LinkingContext): LinkingFacts {
  const { flow, identity, accountOwner, currentUser, emailHolder, unverifiedEmailEvidence } = linkingContext
  const mayLinkByEmail = flow.linking.verifiesEmail || canLinkByEmail(identity)
  return {
    strategy: settings.session.strategy,
    account: accountOwner ? 'existing' : 'new',
    currentUser: currentUser ? compareWithOwner(currentUser, accountOwner) : 'none',
    email: emailHolder ? toEmailFact(identity, unverifiedEmailEvidence) : 'free',
    linkingByEmail: mayLinkByEmail && unverifiedEmailEvidence === 'none' ? 'allowed' : 'denied',
  }
}

function compareWithOwner({ user }: CurrentUser, owner: AdapterUser | null): LinkingFacts['currentUser'] {
  if (!owner) return 'no-owner'
  return user.id === owner.id ? 'owner' : 'other'
}

function toEmailFact(
  identity: Identity,
  unverifiedEmailEvidence: UnverifiedEmailEvidence,
): LinkingFacts['email'] {
  return unverifiedEmailEvidence === 'record' && hasVerifiedEmail(identity) ? 'claimed' : 'taken'
}

function canLinkByEmail({ allowEmailLinking, emailVerified }: Identity): boolean {
  return allowEmailLinking && emailVerified !== false
}
