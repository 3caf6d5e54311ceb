/**
 * Bans: a record for each user, which the sign-in reads from the store, and each check of a session from memory for a short time.
 *
 * @module
 */
import {
  AccessDenied,
  createUnreadableError,
  defineUserRecord,
  isRecord,
  type JsonObject,
  type PluginContext,
  type RecordStore,
  type SessionPolicy,
  type SignInPolicy,
} from '../../plugins.js'
import { emitAdminEvent } from './access.js'
import type { BanData } from './types.js'

/** The kind of the records. */
export const banKind = 'admin-ban'

/** A ban as it is stored. Times are seconds since the epoch. */
export interface Ban extends JsonObject {
  readonly reason: string
  /** The id of the administrator. */
  readonly by: string
  readonly at: number
  /** Null without an end. */
  readonly until: number | null
}

const bans = defineUserRecord<Ban | null>({
  kind: banKind,
  purpose: 'bans',
  parse: (_ctx, _userId, record) => {
    if (record === null) return null
    if (isBan(record.value)) return record.value
    throw createUnreadableError(banKind)
  },
  serialize: ban => ban,
})

function isBan(value: unknown): value is Ban {
  if (!isRecord(value)) return false
  const { reason, by, at, until } = value
  const isUntil = until === null || typeof until === 'number'
  return typeof reason === 'string' && typeof by === 'string' && typeof at === 'number' && isUntil
}

/** Returns the ban of a user, unless it is over. */
export async function findBan(ctx: PluginContext, userId: string): Promise<Ban | null> {
  const ban = await bans.read(ctx, userId)
  return ban && isCurrent(ban) ? ban : null
}

function isCurrent({ until }: Ban): boolean {
  return until === null || until > Date.now() / 1000
}

/** Returns which of several users are banned. */
export async function findBannedUsers(
  { records }: PluginContext,
  userIds: readonly string[],
): Promise<ReadonlySet<string>> {
  if (!records) return new Set()
  const keys = userIds.map(id => ({ kind: banKind, id }))
  const found = records.getRecords
    ? await records.getRecords(keys)
    : await Promise.all(keys.map(({ kind, id }) => records.getRecord(kind, id)))
  return new Set(
    found.flatMap(record => (record && isBan(record.value) && isCurrent(record.value) ? [record.id] : [])),
  )
}

/** Bans a user, and ends their sessions. The record comes first: a sign-in at the same moment does not get past both. */
export async function saveBan(ctx: PluginContext, userId: string, ban: Ban): Promise<void> {
  await bans.update(ctx, userId, () => ({ state: ban, result: null }))
  deleteAnswer(ctx, userId)
  await ctx.endSessions(userId)
}

/** Removes the ban of a user. @returns false if there is none */
export async function deleteBan(ctx: PluginContext, userId: string): Promise<boolean> {
  const isRemoved = await bans.update(ctx, userId, ban => ({ state: null, result: ban !== null }))
  deleteAnswer(ctx, userId)
  return isRemoved
}

/** Converts a ban for JSON. */
export function toBanData({ reason, by, at, until }: Ban): BanData {
  return { reason, by, at: toIsoTime(at), until: until === null ? null : toIsoTime(until) }
}

/** Converts seconds since the epoch to ISO 8601. */
export function toIsoTime(seconds: number): string {
  return new Date(seconds * 1000).toISOString()
}

/** The cookie that lets the error page say until when an account is suspended. */
export const suspendedCookie = 'suspended'
/** It is shown on the page that follows, in seconds. */
const suspendedMaxAge = 120

/** Denies the sign-in of a banned user, with every method. */
export const denyBannedUser: SignInPolicy = async (ctx, { user, provider }) => {
  const ban = await findBan(ctx, user.id)
  if (!ban) return 'allow'
  const sealed = await ctx.seal(suspendedCookie, { until: ban.until }, suspendedMaxAge)
  ctx.cookies.set(suspendedCookie, sealed, { maxAge: suspendedMaxAge })
  await emitAdminEvent(ctx, 'banned-sign-in-denied', { userId: user.id, actorId: user.id, provider })
  return { deny: new AccessDenied('The user is banned.') }
}

/** Ends the sessions of a banned user: also one that was issued while the ban was written. */
export const checkSessionUser: SessionPolicy = async (ctx, { userId }) =>
  userId !== '' && (await readRecentBan(ctx, userId)) ? 'end' : 'allow'

interface Answer {
  readonly ban: Ban | null
  /** When the store was asked, in milliseconds since the epoch. */
  readonly askedAt: number
}

/** How many answers are kept in memory. */
const maxAnswers = 10_000

/** By record store, so that configurations do not share answers. */
const answersByStore = new WeakMap<RecordStore, Map<string, Answer>>()

async function readRecentBan(ctx: PluginContext, userId: string): Promise<Ban | null> {
  const answers = getAnswers(ctx)
  const known = answers?.get(userId)
  const isFresh = known && Date.now() - known.askedAt < ctx.maxStale * 1000
  const answer = isFresh ? known : await readAnswer(ctx, userId)
  if (!isFresh && answers) saveAnswer(answers, userId, answer)
  return answer.ban && isCurrent(answer.ban) ? answer.ban : null
}

async function readAnswer(ctx: PluginContext, userId: string): Promise<Answer> {
  const askedAt = Date.now()
  return { ban: await bans.read(ctx, userId), askedAt }
}

/** The oldest answer makes room for a new one. */
function saveAnswer(answers: Map<string, Answer>, userId: string, answer: Answer): void {
  answers.delete(userId)
  const [oldest] = answers.keys()
  if (answers.size >= maxAnswers && oldest !== undefined) answers.delete(oldest)
  answers.set(userId, answer)
}

function deleteAnswer(ctx: PluginContext, userId: string): void {
  getAnswers(ctx)?.delete(userId)
}

function getAnswers({ records }: PluginContext): Map<string, Answer> | null {
  if (!records) return null
  const known = answersByStore.get(records)
  if (known) return known
  const answers = new Map<string, Answer>()
  answersByStore.set(records, answers)
  return answers
}
