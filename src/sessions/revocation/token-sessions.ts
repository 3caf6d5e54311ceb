import { toError } from '../../base/to-error.js'
import { SessionTokenError, SignOutError } from '../../errors.js'
import type { Context, CurrentToken, SessionIdentity, TokenIssue } from '../../types/context.js'
import type { JWT } from '../../types/jwt.js'
import {
  buildActorClaims,
  getNewTokenExpiry,
  getSessionStart,
  getUnixTime,
  readActorClaims,
} from '../session-token.js'
import { readUserEpoch, recordSessionEnd, renameKeptSession } from './ended-sessions.js'
import { hasEndedDuringRetirement } from './retire-session.js'
import { buildSessionClaims, generateSessionId, hasSessionClaims, identifyToken } from './session-identity.js'
import { tryRegisterSession, unregisterSession } from './session-registry.js'

/** The `lastSeenAt` of a session is an hour, so it is written once in each. */
const hour = 3600

/** Returns the claims that name the session of a token that is issued. */
export async function issueToken(
  ctx: Context,
  token: JWT,
  issue: TokenIssue,
): Promise<Partial<JWT> | undefined> {
  if (!ctx.settings.revocation) return undefined
  const isReissued = !issue.resolvedUser && !issue.isRaised
  const identity = await (isReissued ? getKeptIdentity(ctx, issue.current) : findIdentity(ctx, issue))
  return identity ? buildSessionClaims(identity, token) : undefined
}

/** Keeps the claims of a token that is issued again, so that a session that ends meanwhile is not revived. */
async function getKeptIdentity(ctx: Context, current: CurrentToken | null): Promise<SessionIdentity | null> {
  if (!current?.identity) return null
  const { token, identity } = current
  if (!isEntryFresh(current)) {
    const expires = new Date(getNewTokenExpiry(ctx, getSessionStart(token), token))
    await tryRegisterSession(ctx, { ...identity, method: null, previousId: identity.id, expires })
  }
  return identity
}

/** A token may be issued again at each request. One from before `revocation` was set has no entry yet. */
function isEntryFresh({ token: { iat = 0 }, sessionClaims }: CurrentToken): boolean {
  const isSameHour = Math.floor(iat / hour) === Math.floor(getUnixTime() / hour)
  return isSameHour && hasSessionClaims(sessionClaims)
}

/**
 * Returns the session of a user who signs in or whose session is raised. It continues if the same user signs in again, under a new id if
 * its level rises. Another session of the browser ends.
 */
async function findIdentity(
  ctx: Context,
  { resolvedUser, isRaised, current }: TokenIssue,
): Promise<SessionIdentity | null> {
  // A sign-in of the user does not continue what an administrator did.
  const canContinue = current !== null && readActorClaims(current.token) === undefined
  const previous = current?.isRetired ? undefined : current?.identity
  const userId = resolvedUser?.user.id ?? previous?.userId
  if (userId === undefined) return null
  const continued = canContinue && previous?.userId === userId ? previous : null
  const identity = continued && !isRaised ? continued : await createIdentity(ctx, userId, continued)
  const kept = resolvedUser?.act && buildActorClaims(resolvedUser.act)
  const expires = new Date(getNewTokenExpiry(ctx, getUnixTime(), kept))
  const method = resolvedUser?.isLinking ? null : (resolvedUser?.identity.account.provider ?? null)
  const isImpersonated = resolvedUser?.act !== undefined
  const entry = { ...identity, method, previousId: continued?.id ?? null, expires, isImpersonated }
  await tryRegisterSession(ctx, entry)
  if (previous && previous.id !== identity.id)
    await (continued ? expirePrevious(ctx, previous, identity) : endPrevious(ctx, previous))
  return identity
}

/** A session that continues keeps its epoch. Else a sign-out everywhere meanwhile would have no effect on it. */
async function createIdentity(
  { settings }: Context,
  userId: string,
  continued: SessionIdentity | null,
): Promise<SessionIdentity> {
  const id = generateSessionId()
  if (!continued) return { id, userId, epoch: (await readUserEpoch(settings, userId)).epoch }
  await renameKeptSession(settings, userId, { old: continued.id, new: id })
  return { ...continued, id }
}

/** Retires the session under its old id. If it was ended meanwhile, the new one ends too. */
async function expirePrevious(
  { settings }: Context,
  previous: SessionIdentity,
  identity: SessionIdentity,
): Promise<void> {
  if (await hasEndedDuringRetirement(settings, previous)) await recordSessionEnd(settings, identity.id)
}

/** Ends the session of another user in this browser. A failure is logged, because the new session exists. */
async function endPrevious({ settings }: Context, { id }: SessionIdentity): Promise<void> {
  try {
    await recordSessionEnd(settings, id)
    await unregisterSession(settings, id)
  } catch (error) {
    settings.logger.error(new SessionTokenError(toError(error)))
  }
}

/**
 * Ends the session of a token, so that a copy of the cookie, or a response that is under way, does not continue it.
 *
 * @throws SignOutError if the store fails
 */
export async function endToken({ settings }: Context, token: JWT): Promise<void> {
  try {
    const identity = await identifyToken(settings, token)
    if (!identity) return
    await recordSessionEnd(settings, identity.id)
    await unregisterSession(settings, identity.id)
  } catch (error) {
    throw new SignOutError(toError(error))
  }
}
