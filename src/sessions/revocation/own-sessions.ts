import { StepUpRequired } from '../../errors.js'
import type { Context, SessionOwner } from '../../types/context.js'
import type { CurrentSession } from '../../types/evidence.js'
import type { ListedSession } from '../../types/revocation.js'
import type { EndedSessions } from '../../types/server.js'
import { isSufficient } from '../evidence.js'
import { assertNoActor } from '../no-actor.js'
import { clearSessionCookie } from '../session-cookie.js'
import { rethrowAsSessionUnavailable } from '../session-result.js'
import { endSession, endSessions, listSessions } from './user-sessions.js'

const nothingEnded: EndedSessions = { isEnded: false, cookies: [] }

/** Lists the sessions of the request's user. */
export async function listOwnSessions(ctx: Context): Promise<readonly ListedSession[]> {
  const current = await getOwnSessionOrThrow(ctx)
  return current ? await listSessions(ctx.settings, toOwner(current)) : []
}

/** Ends one session of the request's user. @throws StepUpRequired */
export async function endOwnSession(ctx: Context, id: string): Promise<EndedSessions> {
  const current = await getOwnSessionOrThrow(ctx)
  if (!current) return nothingEnded
  if (id !== current.id) assertFresh(ctx, current)
  const isEnded = await endSession(ctx.settings, toOwner(current), id)
  if (isEnded && id === current.id) clearSessionCookie(ctx)
  return { isEnded, cookies: ctx.jar.getSetCookies() }
}

/** Ends all sessions of the request's user, or all others. @throws StepUpRequired */
export async function endOwnSessions(
  ctx: Context,
  { isCurrentKept }: { readonly isCurrentKept: boolean },
): Promise<EndedSessions> {
  const current = await getOwnSessionOrThrow(ctx)
  if (!current) return nothingEnded
  assertFresh(ctx, current)
  await endSessions(ctx.settings, current.userId, isCurrentKept ? (current.id ?? null) : null)
  if (!isCurrentKept) clearSessionCookie(ctx)
  return { isEnded: true, cookies: ctx.jar.getSetCookies() }
}

function getOwnSessionOrThrow(ctx: Context): Promise<CurrentSession | null> {
  return rethrowAsSessionUnavailable(() => ctx.services.sessionStrategy.getCurrentSession(ctx))
}

function toOwner({ userId, id }: CurrentSession): SessionOwner {
  return { userId, currentId: id ?? null }
}

/** A stolen session must not be able to keep its owner out. */
function assertFresh({ settings }: Context, { methods, act }: CurrentSession): void {
  assertNoActor({ act })
  const maxAge = settings.revocation?.maxAuthAge ?? 0
  if (isSufficient(methods, { maxAge })) return
  if (methods.length === 0)
    throw new StepUpRequired(
      'To end other sessions, the way in which the user signed in must be known. This session has none: set `amr` of the credentials provider, such as `amr: ["pwd"]`, and ask the user to sign in again.',
    )
  throw new StepUpRequired(
    `To end other sessions, the user must have signed in within ${maxAge} seconds (\`revocation.maxAuthAge\`). Ask them to sign in again.`,
  )
}
