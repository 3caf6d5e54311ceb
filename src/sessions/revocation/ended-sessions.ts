import { hashSha256Hex } from '#crypto'
import { Cache } from '../../base/cache.js'
import { AdapterError } from '../../errors.js'
import type { Awaitable, JsonObject } from '../../types/common.js'
import type { SessionIdentity, Settings } from '../../types/context.js'
import type { RecordCondition, RecordStore } from '../../types/record-store.js'
import { retirementMs } from '../stored-session.js'
import { requireRecords } from './require-records.js'
import { readSessionEpoch } from './session-registry.js'

/** The kind of the records of the users whose sessions ended all at once. The id is the SHA-256 digest of that of the user, as hex. */
const epochKind = 'session-epoch'
/** The kind of the records of single sessions that ended. The id is that of the session. */
const endedKind = 'ended-session'

/** How many answers of the store are kept in memory, of each kind. */
const maxAnswers = 10_000
/** How often a write is tried that other requests get ahead of. */
const maxTries = 10
/** How much longer than its session the record of an ended session is kept, in seconds: an extension may be under way. */
const graceSeconds = 3600

/** The epoch of a user. Sessions of an earlier epoch have ended, except those that were kept. */
export interface UserEpoch {
  readonly epoch: number
  /** The ids of the sessions that continue: "sign out other devices" keeps that of the request. */
  readonly kept: readonly string[]
  /** The version of the record. Null if there is none. */
  readonly version: number | null
}

interface Answer<T> {
  readonly value: T
  /** When the store was asked, in milliseconds since the epoch. */
  readonly askedAt: number
}

interface Answers {
  readonly epochs: Cache<Answer<UserEpoch>>
  readonly ends: Cache<Answer<SessionEnd | null>>
}

/** By record store, so that configurations do not share answers. */
const answersByStore = new WeakMap<RecordStore, Answers>()

function getAnswers(records: RecordStore): Answers {
  const existing = answersByStore.get(records)
  if (existing) return existing
  const answers = {
    epochs: new Cache<Answer<UserEpoch>>(maxAnswers),
    ends: new Cache<Answer<SessionEnd | null>>(maxAnswers),
  }
  answersByStore.set(records, answers)
  return answers
}

/** What is known of a session and its user. */
export interface SessionState {
  /** Null if the session did not end. */
  readonly end: SessionEnd | null
  readonly user: UserEpoch
}

type SessionKey = Pick<SessionIdentity, 'id' | 'userId'>

/** Returns what is known of a session and its user. Answers that are fresh enough come from memory, without a promise. */
export function getSessionState(settings: Settings, key: SessionKey): Awaitable<SessionState> {
  const answers = settings.records && getAnswers(settings.records)
  const end = answers?.ends.get(key.id)
  const user = answers?.epochs.get(key.userId)
  return isFresh(settings, end) && isFresh(settings, user)
    ? { end: end.value, user: user.value }
    : readSessionState(settings, key)
}

async function readSessionState(settings: Settings, { id, userId }: SessionKey): Promise<SessionState> {
  const [end, user] = await Promise.all([getSessionEnd(settings, id), getUserEpoch(settings, userId)])
  return { end, user }
}

function isFresh<T>({ revocation }: Settings, answer: Answer<T> | undefined): answer is Answer<T> {
  return answer !== undefined && Date.now() - answer.askedAt < (revocation?.maxStale ?? 0) * 1000
}

/** Returns an answer that is at most `maxStale` seconds old, and asks the store otherwise. */
async function getFreshOrAsk<T>(
  settings: Settings,
  { cache, key }: { readonly cache: Cache<Answer<T>>; readonly key: string },
  ask: () => Promise<T>,
): Promise<T> {
  const cached = cache.get(key)
  if (isFresh(settings, cached)) return cached.value
  const askedAt = Date.now()
  const value = await ask()
  if (settings.revocation?.maxStale) cache.set(key, { value, askedAt })
  return value
}

/** Returns the epoch of a user, from memory if it is fresh enough. */
async function getUserEpoch(settings: Settings, userId: string): Promise<UserEpoch> {
  const records = await requireRecords(settings)
  return await getFreshOrAsk(settings, { cache: getAnswers(records).epochs, key: userId }, () =>
    readUserEpoch(settings, userId),
  )
}

/** Reads the epoch of a user from the store. */
export async function readUserEpoch(settings: Settings, userId: string): Promise<UserEpoch> {
  const records = await requireRecords(settings)
  const record = await records.getRecord(epochKind, await hashSha256Hex(userId))
  const { epoch, kept } = Object(record?.value) as { readonly epoch?: unknown; readonly kept?: unknown }
  return {
    epoch: Number(epoch ?? 0),
    kept: Array.isArray(kept) ? kept.map(String) : [],
    version: record?.version ?? null,
  }
}

/**
 * Ends the sessions of all earlier epochs of a user, except one. The record has no owner and does not expire: deleting the user must not
 * revive the sessions.
 */
export async function startNextEpoch(
  settings: Settings,
  userId: string,
  keptId: string | null,
): Promise<void> {
  await updateUserEpoch(settings, userId, async user => {
    const isKept = keptId !== null && (await isActiveInEpoch(settings, keptId, user))
    return { epoch: user.epoch + 1, kept: isKept ? [keptId] : [] }
  })
}

/** All sessions can have ended since the request read its own: keeping it must not revive it. */
async function isActiveInEpoch(settings: Settings, id: string, { epoch, kept }: UserEpoch): Promise<boolean> {
  return epoch === 0 || kept.includes(id) || (await readSessionEpoch(settings, id)) >= epoch
}

/** Keeps a session under its new id, if it was kept under the old one. */
export async function renameKeptSession(
  settings: Settings,
  userId: string,
  ids: { readonly old: string; readonly new: string },
) {
  await updateUserEpoch(settings, userId, ({ epoch, kept }) =>
    kept.includes(ids.old) && !kept.includes(ids.new) ? { epoch, kept: [...kept, ids.new] } : null,
  )
}

/** Changes the epoch in one step (compare-and-swap), unless there is nothing to change. */
async function updateUserEpoch(
  settings: Settings,
  userId: string,
  change: (current: UserEpoch) => Awaitable<Pick<UserEpoch, 'epoch' | 'kept'> | null>,
): Promise<void> {
  const records = await requireRecords(settings)
  const key = { kind: epochKind, id: await hashSha256Hex(userId), userId: null, expires: null }
  for (let tries = 0; tries < maxTries; tries++) {
    const current = await readUserEpoch(settings, userId)
    const next = await change(current)
    if (!next) return
    const value = { epoch: next.epoch, kept: [...next.kept] }
    const isWritten = await records.putRecord({ ...key, value }, { ifVersion: current.version })
    getAnswers(records).epochs.delete(userId)
    if (isWritten) return
  }
  throw new AdapterError(`The epoch of a user was changed by other requests ${maxTries} times. Try again.`)
}

/** When a session ended or ends. */
export interface SessionEnd {
  /** Milliseconds since the epoch. In the future for a retired session. */
  readonly endsAt: number
  /** The epoch of a retired session, which can still be read. */
  readonly epoch: number | null
}

/** Returns when a session ended, or null if it did not. The answer may come from memory. */
export async function getSessionEnd(settings: Settings, id: string): Promise<SessionEnd | null> {
  const records = await requireRecords(settings)
  return await getFreshOrAsk(settings, { cache: getAnswers(records).ends, key: id }, () =>
    readSessionEnd(settings, id),
  )
}

/** Reads when a session ended from the store. Only this file writes the records. */
export async function readSessionEnd(settings: Settings, id: string): Promise<SessionEnd | null> {
  const record = await (await requireRecords(settings)).getRecord(endedKind, id)
  return record && (record.value as JsonObject & SessionEnd)
}

/** Records that a session ended. The record has no owner, and is kept until no token of the session can be valid. */
export async function recordSessionEnd(settings: Settings, id: string): Promise<void> {
  await putSessionEnd(settings, { id, endsAt: Date.now(), epoch: null })
}

/** Records that a session ends soon, because it continues under a new id. One that ended meanwhile stays so. */
export async function recordRetirement(settings: Settings, id: string, epoch: number): Promise<void> {
  await putSessionEnd(settings, { id, endsAt: Date.now() + retirementMs, epoch }, { ifVersion: null })
}

async function putSessionEnd(
  settings: Settings,
  { id, ...end }: SessionEnd & { readonly id: string },
  condition?: RecordCondition,
): Promise<void> {
  const records = await requireRecords(settings)
  const { session, jwt } = settings
  const seconds = Math.max(session.maxAge, jwt.maxAge) + graceSeconds
  const expires = new Date(Date.now() + seconds * 1000)
  await records.putRecord({ kind: endedKind, id, userId: null, value: { ...end }, expires }, condition)
  getAnswers(records).ends.delete(id)
}
