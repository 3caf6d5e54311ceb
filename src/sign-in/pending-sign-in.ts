import * as platform from '#crypto'
import { AccessDenied } from '../errors.js'
import { mergeEvidence } from '../sessions/evidence.js'
import type { AdapterUser } from '../types/adapter.js'
import type { Context, PreparedSignIn } from '../types/context.js'
import type { Evidence } from '../types/evidence.js'
import type { AccountToLink, Identity, ResolvedUser } from '../types/identity.js'
import type { PendingSignIn } from '../types/pending-sign-in.js'
import type { User } from '../types/user.js'
import { findUserByEmail, getLinkingRules } from '../users/account-linking.js'
import { findUnverifiedEmailEvidence } from '../users/unverified-email.js'
import {
  findPolicyInterruption,
  issueSession,
  linkResolvedAccount,
  resolveSignInMethods,
  runSignInCallback,
  toInterruptUrl,
} from './complete-sign-in.js'
import {
  consumePendingSignIn,
  createEndedError,
  createStoredPendingSignIn,
  findPendingSignInToResume,
  readStoredPendingSignIn,
  updateStoredPendingSignIn,
} from './pending-sign-in-store.js'

/**
 * Asks the policies of all plugins, in order. An interruption saves the sign-in as pending.
 *
 * @returns the URL of the interruption, or null if all policies allow the sign-in
 * @throws the error of a policy that denies the sign-in
 */
export async function applySignInPolicies(ctx: Context, signIn: PreparedSignIn): Promise<string | null> {
  const interruptUrl = await findPolicyInterruption(ctx, signIn)
  if (interruptUrl === null) return null
  const pending = await createPendingSignIn(ctx, signIn)
  await createStoredPendingSignIn(ctx, pending)
  return toInterruptUrl(interruptUrl, pending.id)
}

/** Creates the pending sign-in of a sign-in that a policy interrupted. */
async function createPendingSignIn(ctx: Context, signIn: PreparedSignIn): Promise<PendingSignIn> {
  const { resolvedUser, issuance, currentSession } = signIn
  const { identity, user, isNewUser, isLinking = false, accountToLink = null } = resolvedUser
  return {
    id: platform.toBase64url(platform.generateRandomBytes(16)),
    user,
    account: identity.account,
    profile: identity.profile ?? null,
    isNewUser,
    isStored: await isUserStored(ctx, signIn),
    methods: issuance.methods,
    signedInAt: issuance.signedInAt ?? null,
    callbackUrl: identity.callbackUrl ?? ctx.callbackUrl,
    isContinuing: currentSession !== null,
    isLinking,
    accountToLink,
    stepUp: identity.stepUp ?? null,
  }
}

/** Users of credentials providers and of plugins can be stored elsewhere if sessions are in tokens. */
async function isUserStored(
  { settings: { adapter } }: Context,
  { resolvedUser: { user, identity, isStored } }: PreparedSignIn,
): Promise<boolean> {
  if (isStored) return true
  if (!adapter || identity.account.type !== 'credentials') return adapter !== null
  return (await adapter.getUser(user.id)) !== null
}

/** Returns a pending sign-in of this browser, or null. */
export async function readPendingSignIn(
  ctx: Context,
  id: string,
  userRecordKind?: string,
): Promise<PendingSignIn | null> {
  return (await readStoredPendingSignIn(ctx, id, userRecordKind))?.pending ?? null
}

/**
 * Continues a pending sign-in with methods that the user passed since. The `signIn` callback and all policies run again, with the user as stored
 * now.
 *
 * @returns the URL to redirect to
 * @throws AccessDenied if the user was deleted or lost the account, or if the `signIn` callback denies the sign-in
 * @throws InvalidCheck if the sign-in was completed, continued or ended by another request
 */
export async function resumePendingSignIn(
  ctx: Context,
  { id }: PendingSignIn,
  evidence: readonly Evidence[],
): Promise<string> {
  const stored = await findPendingSignInToResume(ctx, id)
  if (!stored) throw createEndedError()
  const pending = { ...stored.pending, methods: mergeEvidence(stored.pending.methods, evidence) }
  const resolvedUser = await toResolvedUser(ctx, pending)
  const redirectUrl = await authorizeAgain(ctx, pending, resolvedUser)
  if (redirectUrl !== null) return redirectUrl
  const signIn = await resolveSignInMethods(ctx, resolvedUser)
  const interruptUrl = await findPolicyInterruption(ctx, signIn)
  if (interruptUrl !== null) {
    await updateStoredPendingSignIn(ctx, { ...stored, pending })
    return toInterruptUrl(interruptUrl, id)
  }
  // A failure to link must not use up the second factor. Linking the same account again is no change.
  await linkResolvedAccount(ctx, resolvedUser)
  await consumePendingSignIn(ctx, stored)
  return await issueSession(ctx, signIn)
}

/** The app may have banned the user meanwhile. @returns the URL that the `signIn` callback redirects to, or null if it allows the sign-in */
async function authorizeAgain(
  ctx: Context,
  { isStored }: PendingSignIn,
  { identity, user, accountToLink }: ResolvedUser,
): Promise<string | null> {
  const storedUser = ctx.settings.adapter && isStored ? (user as AdapterUser) : null
  return await runSignInCallback(ctx, {
    linking: getLinkingRules(identity),
    // As before the interruption: the account has no owner yet.
    identity: accountToLink ? { ...identity, user: accountToLink.profile } : identity,
    accountOwner: accountToLink ? null : storedUser,
    existingUser: storedUser,
  })
}

/** Loads the user again: their rights, the account or the user itself may have changed during the interruption. */
async function toResolvedUser(ctx: Context, pending: PendingSignIn): Promise<ResolvedUser> {
  const { user, accountToLink } = await findPendingUser(ctx, pending)
  if (!user)
    throw new AccessDenied(
      'The user of the interrupted sign-in, or their account at the provider, was deleted. Sign in again.',
    )
  const currentUser = pending.isContinuing ? await ctx.services.sessionStrategy.getCurrentUser(ctx) : null
  const continuedSession = currentUser?.user.id === user.id ? currentUser.session : null
  const { isNewUser, isLinking } = pending
  return {
    identity: toIdentity(pending),
    user,
    isNewUser,
    continuedSession,
    ...(accountToLink && { accountToLink }),
    ...(isLinking && { isLinking: true }),
  }
}

/** Returns the user if they can still sign in this way: a stored account, and the email address of a magic link, must be theirs. */
async function findPendingUser({ settings }: Context, pending: PendingSignIn): Promise<PendingUser> {
  const { adapter } = settings
  if (!adapter || !pending.isStored) return { user: pending.user, accountToLink: null }
  const identity = toIdentity(pending)
  const linking = getLinkingRules(identity)
  if (!linking.storesAccount && !linking.verifiesEmail)
    return { user: await adapter.getUser(pending.user.id), accountToLink: null }
  const owner = await linking.findOwner(adapter, identity)
  const { accountToLink } = pending
  if (owner || !accountToLink)
    return { user: owner?.id === pending.user.id ? owner : null, accountToLink: null }
  // The account is linked because of the email address, which may belong to another user by now.
  const { email } = accountToLink.profile
  const emailHolder = email ? await findUserByEmail(adapter, email) : null
  if (emailHolder?.id !== pending.user.id) return { user: null, accountToLink: null }
  const evidence = await findUnverifiedEmailEvidence(settings, emailHolder)
  return { user: evidence === 'none' ? emailHolder : null, accountToLink }
}

/** The user of a pending sign-in as stored now; null if they can no longer sign in this way. */
interface PendingUser {
  readonly user: (User & { id: string }) | null
  readonly accountToLink: AccountToLink | null
}

function toIdentity(pending: PendingSignIn): Identity {
  const { user, account, profile, methods, signedInAt, callbackUrl, stepUp } = pending
  return {
    user,
    account,
    ...(profile && { profile }),
    evidence: methods,
    ...(signedInAt !== null && { signedInAt }),
    ...(stepUp && { stepUp }),
    emailVerified: undefined,
    allowEmailLinking: false,
    getAccountTokens: () => ({}),
    callbackUrl,
  }
}
