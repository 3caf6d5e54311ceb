import { appendQuery } from '../http/url.js'
import { mergeEvidence } from '../sessions/evidence.js'
import { getUnixTime } from '../sessions/token-lifetime.js'
import { setDeviceCookie } from '../throttling/throttle.js'
import type { AdapterUser } from '../types/adapter.js'
import type { Context, PreparedSignIn } from '../types/context.js'
import type { CurrentSession, Evidence } from '../types/evidence.js'
import type { Identity, ResolvedUser } from '../types/identity.js'
import { linkAccount } from '../users/link-account.js'

/** Determines which methods the user passed: in this sign-in, and in the session of the same user that it continues. */
export async function prepareSignIn(ctx: Context, resolvedUser: ResolvedUser): Promise<PreparedSignIn> {
  const { identity, user, isLinking } = resolvedUser
  const current = await getContinuedSession(ctx, resolvedUser)
  const currentSession = current?.userId === user.id ? current : null
  const earlier = currentSession?.methods ?? []
  // A linked account is no proof that the signed-in user is the same person as before.
  const methods = isLinking ? earlier : mergeEvidence(earlier, listNewEvidence(identity, earlier))
  const isUnknown = !isLinking && identity.evidence.length === 0
  const signedInAt = isUnknown ? (identity.signedInAt ?? getUnixTime()) : (currentSession?.signedInAt ?? null)
  const isRaised = currentSession !== null && (isUnknown || hasNewEvidence(earlier, methods))
  return { resolvedUser, currentSession, issuance: { methods, signedInAt, isRaised } }
}

/** A database session that no flow looked up is looked up only if policies need it. */
async function getContinuedSession(
  ctx: Context,
  { continuedSession, identity }: ResolvedUser,
): Promise<CurrentSession | null> {
  const { session, plugins, sessionStrategy } = ctx.settings
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
    await ctx.settings.sessionStrategy.issue(ctx, resolvedUser, issuance)
  setLastProvider(ctx, resolvedUser)
  await setDeviceCookie(ctx, resolvedUser)
  await emitSignIn(ctx, resolvedUser)
  return getRedirectUrl(ctx, resolvedUser)
}

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
  return isStepUp && ctx.settings.sessionStrategy.raise(ctx, issuance)
}

async function emitSignIn(
  { settings, request }: Context,
  { identity, user, isNewUser }: ResolvedUser,
): Promise<void> {
  const { account, profile } = identity
  const message = {
    user,
    account,
    ...(profile && { profile }),
    ...(isNewUser !== undefined && { isNewUser }),
  }
  await settings.emit('signIn', message, request)
}

function getRedirectUrl(ctx: Context, { identity, isNewUser }: ResolvedUser): string {
  const callbackUrl = identity.callbackUrl ?? ctx.callbackUrl
  const { newUser } = ctx.settings.pages
  return isNewUser && newUser ? appendQuery(newUser, { callbackUrl }) : callbackUrl
}

/** Stores the id of the provider in a cookie, if there is more than one, so that the sign-in page can show it first. */
function setLastProvider({ settings, jar, cookieOptions }: Context, { identity }: ResolvedUser): void {
  const { name, options } = cookieOptions.lastProvider
  const { provider } = identity.account
  if (settings.providers.size > 1 && settings.providers.has(provider)) jar.set(name, provider, options)
}
