import { toError } from '../base/to-error.js'
import { AccessDenied, AuthError, StepUpFailed } from '../errors.js'
import type { AdapterUser } from '../types/adapter.js'
import type { SignInParams } from '../types/callbacks.js'
import type { Context, LinkingRules } from '../types/context.js'
import type { Identity, ResolvedUser } from '../types/identity.js'
import { type AccountOwnership, findAccountOwnership, findExistingUser } from '../users/account-linking.js'
import { getLinkingRules } from '../users/linking-rules.js'
import { resolveUser, StepUpBeforeLinking } from '../users/resolve-user.js'
import { storeAuthenticator } from '../users/store-authenticator.js'
import { issueSession, linkResolvedAccount, prepareSignIn } from './issue-session.js'
import { showThrownMessage } from './show-thrown-message.js'

/** A verified sign-in: the identity that the flow returned, and how it is linked. */
interface VerifiedSignIn {
  readonly linking: LinkingRules
  readonly identity: Identity
}

/**
 * Completes a sign-in with a verified identity. Every sign-in method ends here.
 *
 * The policies of plugins decide when the user is known, and before the session. An account that is found by its email address is linked after
 * them, so that a second factor comes first.
 *
 * @returns the URL to redirect to: of the page the sign-in was meant for, the one that the `signIn` callback or a policy returned, or the
 *   step-up page if the session is not sufficient to add an account
 * @throws AccessDenied if the `signIn` callback denies the sign-in
 * @throws OAuthAccountNotLinked, or AccountNotLinked for a passkey, if the account or its email belongs to another user
 */
export async function completeSignIn(ctx: Context, identity: Identity): Promise<string> {
  const signIn = { linking: getLinkingRules(identity), identity }
  const { resolvedUser, redirectUrl } = await resolveAllowedUser(ctx, signIn)
  if (!resolvedUser) return redirectUrl

  if (identity.newPasskey) await storeAuthenticator(ctx, resolvedUser)
  const prepared = await prepareSignIn(ctx, resolvedUser)
  const interruptUrl = await ctx.settings.applyPolicies(ctx, prepared)
  if (interruptUrl !== null) return interruptUrl
  await linkResolvedAccount(ctx, resolvedUser)
  return await issueSession(ctx, prepared)
}

type SignInOutcome =
  | { readonly resolvedUser: ResolvedUser; readonly redirectUrl: null }
  | { readonly resolvedUser: null; readonly redirectUrl: string }

/** How often the `signIn` callback can decide about one sign-in. */
const maxDecisions = 3

/**
 * Resolves the user for whom the `signIn` callback allowed the sign-in. If concurrent requests change meanwhile which user that is, the
 * callback decides again.
 */
async function resolveAllowedUser(ctx: Context, signIn: VerifiedSignIn): Promise<SignInOutcome> {
  for (let decisions = 0; decisions < maxDecisions; decisions++) {
    const decision = await (decisions === 0 ? authorizeSignInAndConsumeProof : authorizeSignIn)(ctx, signIn)
    const { redirectUrl } = decision
    if (redirectUrl) return { resolvedUser: null, redirectUrl }
    const outcome = await resolveUserOrStepUp(ctx, signIn, decision)
    if (outcome) return outcome
  }
  throw new AccessDenied(
    `The user of the account at "${signIn.identity.account.provider}" changed ${maxDecisions} times during the sign-in. Sign in again.`,
  )
}

async function resolveUserOrStepUp(
  ctx: Context,
  signIn: VerifiedSignIn,
  decision: SignInDecision,
): Promise<SignInOutcome | null> {
  try {
    const resolvedUser = await resolveUser(ctx, signIn, decision)
    return resolvedUser && { resolvedUser, redirectUrl: null }
  } catch (error) {
    if (error instanceof StepUpBeforeLinking) return { resolvedUser: null, redirectUrl: error.url }
    throw error
  }
}

interface SignInDecision {
  readonly owners: AccountOwnership
  /** The `existingUser` that the callback received. Undefined without a callback, unless the sign-in is a step-up. */
  readonly allowedUser: AdapterUser | null | undefined
  /** Set if the `signIn` callback redirects instead of allowing the sign-in. */
  readonly redirectUrl: string | null
}

/** Runs the `signIn` callback, then consumes what can be used once; a denied sign-in leaves it usable. */
async function authorizeSignInAndConsumeProof(ctx: Context, signIn: VerifiedSignIn): Promise<SignInDecision> {
  const { proof } = signIn.identity
  let decision: SignInDecision
  try {
    decision = await authorizeSignIn(ctx, signIn)
  } catch (error) {
    await proof?.restore()
    throw error
  }
  await (decision.redirectUrl ? proof?.restore() : proof?.consume())
  return decision
}

/** Runs the `signIn` callback with the stored users that the sign-in is about. */
async function authorizeSignIn(ctx: Context, signIn: VerifiedSignIn): Promise<SignInDecision> {
  const { linking, identity } = signIn
  const owners = await findAccountOwnership(ctx, linking, identity)
  if (identity.stepUp) await assertStepUpUser(ctx, signIn, owners)
  const { signIn: signInCallback } = ctx.settings.callbacks
  const isUserFixed = signInCallback !== undefined || identity.stepUp !== undefined
  const existingUser = isUserFixed ? await findExistingUser(ctx, signIn, owners) : undefined
  const users = { accountOwner: owners.accountOwner, existingUser }
  const redirectUrl = await runSignInCallback(ctx, { linking, identity, ...users })
  return { owners, allowedUser: existingUser, redirectUrl }
}

/** What the `signIn` callback decides about. */
export interface SignInCandidate {
  readonly linking: LinkingRules
  readonly identity: Identity
  readonly accountOwner: AdapterUser | null
  /** The owner of the account, or the user to whom it will be linked. Undefined without a callback. */
  readonly existingUser: AdapterUser | null | undefined
}

/**
 * Runs the app's `signIn` callback.
 *
 * @returns null if it allows the sign-in, or the URL that it redirects to
 * @throws AccessDenied if it denies the sign-in or throws; an `AuthError` that it throws is passed on
 */
export async function runSignInCallback(
  ctx: Context,
  { linking, identity, accountOwner, existingUser }: SignInCandidate,
): Promise<string | null> {
  const { signIn } = ctx.settings.callbacks
  if (!signIn) return null
  const { account, profile, credentials, emailRequest } = identity
  const user = accountOwner ?? identity.user
  const params: SignInParams = {
    user,
    account: linking.verifiesEmail ? { ...account, userId: user.id } : account,
    ...(existingUser && { existingUser }),
    ...(profile && { profile }),
    ...(credentials && { credentials }),
    ...(emailRequest && { email: emailRequest }),
  }
  const format = emailRequest ? 'text' : 'message'
  const result = await invokeCallback(() =>
    showThrownMessage(ctx, { format, status: 200 }, async () => signIn(params)),
  )
  if (!result) throw createDeniedError(result)
  if (typeof result !== 'string') return null
  return ctx.settings.callbacks.redirect({ url: result, baseUrl: ctx.origin })
}

/** JavaScript callbacks can return other falsy values than the types allow. */
function createDeniedError(result: unknown): AccessDenied {
  const value = result === '' ? 'an empty string' : String(result)
  return new AccessDenied(`The \`signIn\` callback denied the sign-in: it returned ${value}.`)
}

async function invokeCallback(signIn: () => Promise<boolean | string>): Promise<boolean | string> {
  try {
    return await signIn()
  } catch (error) {
    if (error instanceof AuthError) throw error
    throw new AccessDenied(toError(error))
  }
}

/**
 * Asserts that a step-up is by the user whose session it raises. Another account is neither signed in nor linked.
 *
 * @throws StepUpFailed
 */
async function assertStepUpUser(
  ctx: Context,
  { linking, identity }: VerifiedSignIn,
  { accountOwner }: AccountOwnership,
): Promise<void> {
  const { adapter, sessionStrategy } = ctx.settings
  const { storesAccount, verifiesEmail } = linking
  const hasOwner = adapter !== null && (storesAccount || verifiesEmail)
  const userId = hasOwner ? accountOwner?.id : identity.user.id
  const isSameUser = userId === identity.stepUp?.userId && !identity.newPasskey
  const currentSession = await sessionStrategy.getCurrentSession(ctx)
  if (isSameUser && (!currentSession || currentSession.userId === userId)) return
  throw new StepUpFailed(
    `The account at "${identity.account.provider}" is not one of the user who started the step-up. The session stays as it was.`,
  )
}
