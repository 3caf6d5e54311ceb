import type { AdapterSession } from '../../types/adapter.js'
import type { SessionOwner, Settings } from '../../types/context.js'
import { pendingSignInKind } from '../../types/pending-sign-in.js'
import type { ListedSession } from '../../types/revocation.js'
import { deleteSession, retirementMs } from '../stored-session.js'
import { describeDevice } from './device-name.js'
import { getSessionEnd, readUserEpoch, recordSessionEnd, startNextEpoch } from './ended-sessions.js'
import { requireRecords } from './require-records.js'
import { canListSessions, digestSessionToken } from './session-identity.js'
import { findEntry, listEntries, type SessionEntry, unregisterSession } from './session-registry.js'

/** Lists the sessions of a user, the current one first, then the one that was seen last. */
export async function listSessions(
  settings: Settings,
  owner: SessionOwner,
): Promise<readonly ListedSession[]> {
  const sessions = isListedByAdapter(settings)
    ? await listStoredSessions(settings, owner)
    : await listRegisteredSessions(settings, owner)
  return [...sessions].sort(compareSessions)
}

function compareSessions(one: ListedSession, other: ListedSession): number {
  if (one.isCurrent !== other.isCurrent) return one.isCurrent ? -1 : 1
  return (other.lastSeenAt?.getTime() ?? 0) - (one.lastSeenAt?.getTime() ?? 0)
}

function isListedByAdapter(settings: Settings): boolean {
  return settings.session.strategy === 'database' && canListSessions(settings)
}

async function listStoredSessions(
  settings: Settings,
  owner: SessionOwner,
): Promise<readonly ListedSession[]> {
  const entries = await listEntries(settings, owner.userId)
  const sessions = await findStoredSessions(settings, owner.userId)
  return [...sessions].map(([id, session]) => {
    const entry = entries.get(id) ?? null
    const { createdAt, lastSeenAt, ...rest } = toListedSession(id, entry, owner)
    const extendedAt = new Date(session.expires.getTime() - settings.session.maxAge * 1000)
    return {
      ...rest,
      createdAt: createdAt ?? session.startedAt ?? null,
      lastSeenAt: lastSeenAt ?? toHour(extendedAt),
    }
  })
}

function toHour(date: Date): Date {
  return new Date(date.getTime() - (date.getTime() % 3_600_000))
}

/** Returns the sessions of a user by id. One that ends within seconds continues under a new id. */
async function findStoredSessions(
  settings: Settings,
  userId: string,
): Promise<ReadonlyMap<string, AdapterSession>> {
  const found = (await settings.adapter?.listSessionsByUserId?.(userId)) ?? []
  const active = found.filter(({ expires }) => expires.getTime() > Date.now() + retirementMs)
  return new Map(
    await Promise.all(
      active.map(
        async (session): Promise<[string, AdapterSession]> => [
          await digestSessionToken(session.sessionToken),
          session,
        ],
      ),
    ),
  )
}

/** Reads the store instead of the memory of this process, so that a page shows what another process ended. */
async function listRegisteredSessions(
  settings: Settings,
  owner: SessionOwner,
): Promise<readonly ListedSession[]> {
  const entries = new Map<string, SessionEntry | null>(await listEntries(settings, owner.userId))
  const { epoch, kept } = await readUserEpoch(settings, owner.userId)
  for (const [id, entry] of entries) {
    const isEnded = (await getSessionEnd(settings, id)) !== null
    if (isEnded || (entry && entry.epoch < epoch && !kept.includes(id))) entries.delete(id)
  }
  // A session from before `revocation` was set has no entry until it is extended.
  if (owner.currentId !== null && !entries.has(owner.currentId)) entries.set(owner.currentId, null)
  return [...entries].map(([id, entry]) => toListedSession(id, entry, owner))
}

function toListedSession(id: string, entry: SessionEntry | null, { currentId }: SessionOwner): ListedSession {
  return {
    id,
    isCurrent: id === currentId,
    createdAt: toDate(entry?.createdAt),
    lastSeenAt: toDate(entry?.lastSeenAt),
    device: describeDevice(entry?.userAgent ?? null),
    ipPrefix: entry?.ipPrefix ?? null,
    method: entry?.method ?? null,
    ...(entry?.isImpersonated && { isImpersonated: true }),
  }
}

function toDate(seconds: number | null | undefined): Date | null {
  return seconds == null ? null : new Date(seconds * 1000)
}

/** Ends one session of a user. @returns false if the user has no such session, or if it continues under a new id meanwhile */
export async function endSession(settings: Settings, owner: SessionOwner, id: string): Promise<boolean> {
  return isListedByAdapter(settings)
    ? await deleteStoredSession(settings, owner.userId, id)
    : await endRegisteredSession(settings, owner, id)
}

async function deleteStoredSession(settings: Settings, userId: string, id: string): Promise<boolean> {
  const session = (await findStoredSessions(settings, userId)).get(id)
  if (!session) return false
  if (settings.adapter) await deleteSession(settings.adapter, session.sessionToken)
  await unregisterSession(settings, id)
  return true
}

async function endRegisteredSession(settings: Settings, owner: SessionOwner, id: string): Promise<boolean> {
  const isCurrent = id === owner.currentId
  if (!isCurrent && !(await findEntry(settings, owner.userId, id))) return false
  await recordSessionEnd(settings, id)
  return (await unregisterSession(settings, id)) || isCurrent
}

/** Ends all sessions of a user, except one, also those that are not in the list. */
export async function endSessions(settings: Settings, userId: string, except: string | null): Promise<void> {
  await startNextEpoch(settings, userId, except)
  if (isListedByAdapter(settings)) await deleteStoredSessions(settings, userId, except)
  const entries = await listEntries(settings, userId)
  for (const id of entries.keys()) if (id !== except) await unregisterSession(settings, id)
  await endFutureSessions(settings, userId)
}

/** Ends what would become a session without a whole sign-in: pending sign-ins, and browsers that plugins remember. */
async function endFutureSessions(settings: Settings, userId: string): Promise<void> {
  const records = await requireRecords(settings)
  const kinds = settings.plugins.flatMap(({ recordsOfSessions }) => recordsOfSessions ?? [])
  if (settings.plugins.some(({ policies }) => policies?.length)) kinds.push(pendingSignInKind)
  for (const kind of kinds) await records.deleteRecordsByUserId(userId, kind)
}

async function deleteStoredSessions(
  settings: Settings,
  userId: string,
  except: string | null,
): Promise<void> {
  const kept = except === null ? undefined : (await findStoredSessions(settings, userId)).get(except)
  await settings.adapter?.deleteSessionsByUserId?.(userId, { except: kept?.sessionToken })
}
