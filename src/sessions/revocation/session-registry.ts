import { toError } from '../../base/to-error.js'
import { SessionTokenError } from '../../errors.js'
import { findClientNetwork } from '../../http/client-address.js'
import type { JsonObject } from '../../types/common.js'
import type { Context, SessionIdentity, Settings } from '../../types/context.js'
import type { StoredRecord } from '../../types/record-store.js'
import { getUnixTime } from '../session-token.js'
import { requireRecords } from './require-records.js'

/** The kind of the records of sessions, for lists. The id is that of the session. */
const sessionKind = 'session'
/** Maximum number of sessions that are listed. */
const maxSessions = 500
/** Maximum length of a stored `User-Agent`. */
const maxUserAgentLength = 256
const hour = 3600

/** What is known about a session beside its token. Times are seconds since the epoch. */
export interface SessionEntry {
  readonly createdAt: number | null
  readonly lastSeenAt: number
  readonly userAgent: string | null
  readonly ipPrefix: string | null
  readonly method: string | null
  /** The epoch of the user at the sign-in. */
  readonly epoch: number
  /** Whether an administrator acts as the user. */
  readonly isImpersonated?: boolean
}

/** A session to write an entry for. */
export interface SessionRegistration extends Pick<SessionIdentity, 'id' | 'userId'> {
  /** Null keeps that of the session that continues. */
  readonly epoch: number | null
  readonly method: string | null
  /** The id of the session that continues under a new id, or the same id. Null for a new session. */
  readonly previousId: string | null
  readonly expires: Date
  /** Whether an administrator acts as the user. @default as in the session that continues */
  readonly isImpersonated?: boolean
}

/** Writes the entry of a session that is issued or extended. */
export async function registerSession(ctx: Context, registration: SessionRegistration): Promise<void> {
  const { id, userId, epoch, previousId, method, expires, isImpersonated } = registration
  const records = await requireRecords(ctx.settings)
  const previous = previousId === null ? null : parseEntry(await records.getRecord(sessionKind, previousId))
  const now = getUnixTime()
  const value = {
    // Without an entry, a session that continues is from before `revocation` was set.
    createdAt: previousId === null ? now : (previous?.createdAt ?? null),
    lastSeenAt: now - (now % hour),
    userAgent: ctx.request.head.getHeader('user-agent')?.slice(0, maxUserAgentLength) ?? null,
    ipPrefix: findIpPrefix(ctx),
    method: method ?? previous?.method ?? null,
    epoch: epoch ?? previous?.epoch ?? 0,
    ...((isImpersonated ?? previous?.isImpersonated) && { isImpersonated: true }),
  }
  await records.putRecord({ kind: sessionKind, id, userId, value, expires })
}

/** Writes the entry of a session. A failure is logged: the session is then missing in lists, and can be read and ended all the same. */
export async function tryRegisterSession(ctx: Context, registration: SessionRegistration): Promise<void> {
  try {
    await registerSession(ctx, registration)
  } catch (error) {
    ctx.settings.logger.error(new SessionTokenError(toError(error)))
  }
}

/** An address tells where its user is. The network is enough to recognize a session. */
function findIpPrefix(ctx: Context): string | null {
  const network = findClientNetwork(ctx)
  return network?.includes('.') ? network.replace(/\.\d+$/, '.0/24') : network
}

/** Removes the entry of a session that ended, or that continues under a new id. @returns true to one of several concurrent callers */
export async function unregisterSession(settings: Settings, id: string): Promise<boolean> {
  return (await requireRecords(settings)).deleteRecord(sessionKind, id)
}

/** Returns the entry of a session of a user, or null. */
export async function findEntry(
  settings: Settings,
  userId: string,
  id: string,
): Promise<SessionEntry | null> {
  const record = await (await requireRecords(settings)).getRecord(sessionKind, id)
  return record?.userId === userId ? parseEntry(record) : null
}

/** Returns whether a session of a user has an entry. */
export async function hasSession(settings: Settings, userId: string, id: string): Promise<boolean> {
  return (await findEntry(settings, userId, id)) !== null
}

/** Returns the epoch of a stored session. One from before `revocation` was set has the epoch 0. */
export async function readSessionEpoch(settings: Settings, id: string): Promise<number> {
  return parseEntry(await (await requireRecords(settings)).getRecord(sessionKind, id))?.epoch ?? 0
}

/** Returns the entries of a user by the id of the session. */
export async function listEntries(
  settings: Settings,
  userId: string,
): Promise<ReadonlyMap<string, SessionEntry>> {
  const records = await requireRecords(settings)
  const found = await records.listRecords({ kind: sessionKind, userId, limit: maxSessions })
  return new Map(found.flatMap(record => toPair(record.id, parseEntry(record))))
}

function toPair(id: string, entry: SessionEntry | null): [string, SessionEntry][] {
  return entry ? [[id, entry]] : []
}

/** Only this file writes the entries. */
function parseEntry(record: StoredRecord | null): SessionEntry | null {
  return record && (record.value as JsonObject & SessionEntry)
}
