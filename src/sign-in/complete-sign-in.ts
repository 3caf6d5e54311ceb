/**
 * From a verified identity to a session. Every sign-in method ends here.
 *
 * @module
 */

import { createLoader } from '../base/cache.js'
import { toError } from '../base/to-error.js'
import { AccessDenied, AuthError, InvalidConfig, StepUpFailed } from '../errors.js'
import { appendQuery } from '../http/url.js'
import { mergeEvidence } from '../sessions/evidence.js'
import { getUnixTime } from '../sessions/session-token.js'
import type { AdapterUser } from '../types/adapter.js'
import type { SignInParams } from '../types/callbacks.js'
import type { Awaitable } from '../types/common.js'
import type { Context, LinkingRules, PreparedSignIn } from '../types/context.js'
import type { CurrentSession, Evidence } from '../types/evidence.js'
import type { Identity, ResolvedUser } from '../types/identity.js'
import type { Plugin, PolicyDecision, SignInCandidate } from '../types/plugin.js'
import {
  type AccountOwnership,
  findAccountOwnership,
  findExistingUser,
  getLinkingRules,
} from '../users/account-linking.js'
import { storePasskey } from '../users/create-user.js'
import { linkAccount, resolveUser, type SignInOutcome } from '../users/resolve-user.js'
import { showThrownMessage } from './thrown-message.js'

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

  if (identity.newPasskey) await storePasskey(ctx, resolvedUser)
  const prepared = await resolveSignInMethods(ctx, resolvedUser)
  const interruptUrl = ctx.services.applyPolicies ? await ctx.services.applyPolicies(ctx, prepared) : null
  if (interruptUrl !== null) return interruptUrl
  await linkResolvedAccount(ctx, resolvedUser)
  return await issueSession(ctx, prepared)
}

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
    const outcome = await resolveUser(ctx, signIn, decision)
    if (outcome) return outcome
  }
  throw new AccessDenied(
    `The user of the account at "${signIn.identity.account.provider}" changed ${maxDecisions} times during the sign-in. Sign in again.`,
  )
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
  if (proof) await (decision.redirectUrl ? proof.restore() : proof.consume())
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
interface SignInCallbackInput {
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
  { linking, identity, accountOwner, existingUser }: SignInCallbackInput,
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
  const { adapter } = ctx.settings
  const { sessionStrategy } = ctx.services
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

/** Determines which methods the user passed: in this sign-in, and in the session of the same user that it continues. */
export async function resolveSignInMethods(
  ctx: Context,
  resolvedSignIn: ResolvedUser,
): Promise<PreparedSignIn> {
  const current = await findCurrentSession(ctx, resolvedSignIn)
  // A session in which an administrator acts as the user is not one of the user: the sign-in ends it.
  const resolvedUser = current?.act ? { ...resolvedSignIn, continuedSession: null } : resolvedSignIn
  const { identity, user, isLinking } = resolvedUser
  const currentSession = current?.userId === user.id && !current.act ? current : null
  const earlier = currentSession?.methods ?? []
  // A linked account is no proof that the signed-in user is the same person as before.
  const methods = isLinking ? earlier : mergeEvidence(earlier, listNewEvidence(identity, earlier))
  const isUnknown = !isLinking && identity.evidence.length === 0
  const signedInAt = isUnknown ? (identity.signedInAt ?? getUnixTime()) : (currentSession?.signedInAt ?? null)
  const isRaised = currentSession !== null && (isUnknown || hasNewEvidence(earlier, methods))
  return { resolvedUser, currentSession, issuance: { methods, signedInAt, isRaised } }
}

/** A database session that no flow looked up is looked up only if policies need it. */
async function findCurrentSession(
  ctx: Context,
  { continuedSession, identity }: ResolvedUser,
): Promise<CurrentSession | null> {
  const { session, plugins } = ctx.settings
  const { sessionStrategy } = ctx.services
  const isNeeded = session.strategy === 'jwt' || plugins.length > 0 || identity.stepUp !== undefined
  return continuedSession || isNeeded ? await sessionStrategy.getCurrentSession(ctx, continuedSession) : null
}

/**
 * A provider that may sign users in without asking proves nothing new if the session has the method already, or if a step-up requires a
 * new sign-in.
 */
function listNewEvidence(
  { evidence, isPossiblySilent, stepUp }: Identity,
  earlier: readonly Evidence[],
): readonly Evidence[] {
  if (!isPossiblySilent) return evidence
  if (stepUp?.maxAge !== undefined) return []
  return evidence.filter(({ amr, provider }) =>
    earlier.every(method => method.amr !== amr || method.provider !== provider),
  )
}

/** A session gets a new id if its level or its time rises, so that no copy of its cookie rises with it. */
function hasNewEvidence(earlier: readonly Evidence[], methods: readonly Evidence[]): boolean {
  const isKnown = ({ amr, provider, at }: Evidence) =>
    earlier.some(method => method.amr === amr && method.provider === provider && method.at >= at)
  return !methods.every(isKnown)
}

/**
 * Issues the session of a sign-in that all policies allowed, or raises the session of a step-up. No other code issues one.
 *
 * @returns the URL to redirect to
 */
export async function issueSession(ctx: Context, signIn: PreparedSignIn): Promise<string> {
  const { resolvedUser, issuance } = signIn
  if (!(await raiseStepUpSession(ctx, signIn)))
    await ctx.services.sessionStrategy.issue(ctx, resolvedUser, issuance)
  setLastProvider(ctx, resolvedUser)
  if (ctx.services.remembersBrowsers) await (await loadThrottling()).setDeviceCookie(ctx, resolvedUser)
  if (ctx.services.runAfterSignIn) await ctx.services.runAfterSignIn(ctx, signIn)
  await emitSignIn(ctx, resolvedUser)
  return getRedirectUrl(ctx, resolvedUser)
}

const loadThrottling = createLoader(() => import('../throttling/index.js'))

/** Until a sign-in is allowed, it adds no account to an existing user: a second factor may be missing. */
export async function linkResolvedAccount(
  ctx: Context,
  { user, accountToLink }: ResolvedUser,
): Promise<void> {
  const { adapter } = ctx.settings
  if (adapter && accountToLink)
    await linkAccount(ctx, adapter, { user: user as AdapterUser, ...accountToLink })
}

/** Raises the session that a step-up continues. Returns false if the sign-in is not a step-up, or its session has ended. */
async function raiseStepUpSession(
  ctx: Context,
  { resolvedUser, issuance, currentSession }: PreparedSignIn,
): Promise<boolean> {
  const isStepUp = resolvedUser.identity.stepUp !== undefined && currentSession !== null
  return isStepUp && ctx.services.sessionStrategy.raise(ctx, issuance)
}

function emitSignIn(ctx: Context, { identity, user, isNewUser }: ResolvedUser): Awaitable<void> {
  const { account, profile } = identity
  const message = {
    user,
    account,
    ...(profile && { profile }),
    ...(isNewUser !== undefined && { isNewUser }),
  }
  return ctx.settings.emit('signIn', message, ctx)
}

function getRedirectUrl(ctx: Context, { identity, isNewUser }: ResolvedUser): string {
  const callbackUrl = identity.callbackUrl ?? ctx.callbackUrl
  const { newUser } = ctx.settings.pages
  return isNewUser && newUser ? appendQuery(newUser, { callbackUrl }) : callbackUrl
}

/** Stores the id of the provider or the plugin in a cookie, if there is more than one, so that the sign-in page can show it first. */
function setLastProvider({ settings, jar, cookieOptions }: Context, { identity }: ResolvedUser): void {
  const { name, options } = cookieOptions.lastProvider
  const { provider } = identity.account
  const plugins = settings.plugins.filter(({ signInMethods }) => signInMethods?.length)
  const isListed = settings.providers.has(provider) || plugins.some(({ id }) => id === provider)
  if (isListed && settings.providers.size + plugins.length > 1) jar.set(name, provider, options)
}

/** Returns the URL of the first policy that interrupts the sign-in, or null. Changes nothing. */
export async function findPolicyInterruption(ctx: Context, signIn: PreparedSignIn): Promise<string | null> {
  const candidate = toCandidate(signIn)
  for (const plugin of ctx.settings.plugins) {
    if (!plugin.policies?.length) continue
    const pluginContext = await ctx.services.createPluginContext(ctx, plugin)
    for (const policy of plugin.policies) {
      const interruptUrl = applyDecision(plugin, await policy(pluginContext, candidate))
      if (interruptUrl !== null) return interruptUrl
    }
  }
  return null
}

/** Adds the parameter that names the pending sign-in. */
export function toInterruptUrl(url: string, pending: string): string {
  return appendQuery(url, { pending })
}

function toCandidate({ resolvedUser, issuance, currentSession }: PreparedSignIn): SignInCandidate {
  const { identity, user, isNewUser } = resolvedUser
  const { account, profile } = identity
  return {
    user,
    account,
    ...(profile && { profile }),
    provider: account.provider,
    isNewUser,
    methods: issuance.methods,
    currentSession,
  }
}

/** A decision that is none of the three denies the sign-in: JavaScript functions can return any value. */
function applyDecision({ id }: Plugin, decision: PolicyDecision): string | null {
  if (decision === 'allow') return null
  const { deny, interrupt } = Object(decision) as { deny?: unknown; interrupt?: unknown }
  if (deny instanceof Error) throw deny
  if (typeof interrupt === 'string' && interrupt !== '') return interrupt
  throw new InvalidConfig(
    `A policy of the plugin "${id}" returned ${JSON.stringify(decision)}. Return 'allow', { deny } or { interrupt }.`,
  )
}
