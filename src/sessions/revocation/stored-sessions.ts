import { AccessDenied } from '../../errors.js'
import type { AdapterSession } from '../../types/adapter.js'
import type { Context, Settings, StoredIssue } from '../../types/context.js'
import { deleteSession } from '../stored-session.js'
import { readUserEpoch, recordSessionEnd, renameKeptSession } from './ended-sessions.js'
import { hasEndedDuringRetirement } from './retire-session.js'
import { canListSessions, digestSessionToken } from './session-identity.js'
import {
  readSessionEpoch,
  registerSession,
  type SessionRegistration,
  tryRegisterSession,
  unregisterSession,
} from './session-registry.js'

/**
 * Writes the entry of a stored session. A failure fails a sign-in, because the entry says of which epoch the session is.
 *
 * @throws AccessDenied if the session that continues under a new id was ended meanwhile
 */
export async function registerStoredSession(ctx: Context, issue: StoredIssue): Promise<void> {
  if (!ctx.settings.revocation) return
  const registration = await toRegistration(issue)
  if (issue.isExtended) return await tryRegisterSession(ctx, registration)
  if (!issue.previous) return await registerSession(ctx, await withUserEpoch(ctx, registration))
  if (registration.previousId === registration.id) return await registerSession(ctx, registration)
  await replaceSession(ctx, registration, { session: issue.session, previous: issue.previous })
}

async function withUserEpoch({ settings }: Context, registration: SessionRegistration) {
  const { epoch } = await readUserEpoch(settings, registration.userId)
  return { ...registration, epoch }
}

/** Continues a session under a new id. */
async function replaceSession(
  ctx: Context,
  registration: SessionRegistration,
  continuation: Continuation,
): Promise<void> {
  const { id, userId, previousId } = registration
  await renameKeptSession(ctx.settings, userId, { old: previousId ?? id, new: id })
  await registerSession(ctx, registration)
  await expirePrevious(ctx, continuation)
}

/** A session that continues keeps its epoch. */
async function toRegistration({
  session,
  previous,
  resolvedUser,
}: StoredIssue): Promise<SessionRegistration> {
  const { sessionToken, userId, expires } = session
  const previousId = previous ? await digestSessionToken(previous.sessionToken) : null
  const method = resolvedUser?.isLinking ? null : (resolvedUser?.identity.account.provider ?? null)
  return {
    id: await digestSessionToken(sessionToken),
    userId,
    epoch: null,
    previousId,
    method,
    expires,
    ...(resolvedUser?.act && { isImpersonated: true }),
  }
}

/** Retires the session under its old id. If it was ended meanwhile, the new one ends too. */
async function expirePrevious({ settings }: Context, { session, previous }: Continuation): Promise<void> {
  const id = await digestSessionToken(previous.sessionToken)
  const epoch = await readSessionEpoch(settings, await digestSessionToken(session.sessionToken))
  const isEnded = canListSessions(settings)
    ? await isDeleted(settings, { session, previous })
    : await hasEndedDuringRetirement(settings, { id, epoch })
  if (!isEnded) return
  if (settings.adapter) await deleteSession(settings.adapter, session.sessionToken)
  throw new AccessDenied('The session was ended while it was continued. Sign in again.')
}

interface Continuation {
  readonly session: AdapterSession
  /** The session under its old token. */
  readonly previous: AdapterSession
}

/** Was the session deleted meanwhile, alone or with all others of the user? */
async function isDeleted(settings: Settings, { session, previous }: Continuation): Promise<boolean> {
  const [id, previousId] = [
    await digestSessionToken(session.sessionToken),
    await digestSessionToken(previous.sessionToken),
  ]
  await unregisterSession(settings, previousId)
  const { epoch, kept } = await readUserEpoch(settings, session.userId)
  if ((await readSessionEpoch(settings, id)) < epoch && !kept.includes(id)) return true
  return !(await settings.adapter?.getSessionAndUser(previous.sessionToken))
}

/** Ends a stored session. An adapter that cannot list sessions may also write a deleted session back while it extends it. */
export async function endStoredSession({ settings }: Context, sessionToken: string): Promise<void> {
  if (!settings.revocation) return
  const id = await digestSessionToken(sessionToken)
  if (!canListSessions(settings)) await recordSessionEnd(settings, id)
  await unregisterSession(settings, id)
}
