/**
 * Events that `onEvent` has not received yet. A record is written before the event, and deleted after the delivery, so that neither a failure nor a
 * process that ends loses an event.
 *
 * @module
 */
import {
  AuthError,
  isRecord,
  type JsonObject,
  type PluginContext,
  type StoredRecord,
  toError,
} from '../../plugins.js'
import { getExpiry, parseEvent, requireEventRecords, storeEvent, toValue } from './event-records.js'
import type { AuditEvent, AuditLogSettings, DeliveryCounts } from './types.js'

/** The kind of the records. The id begins with the time, so that the oldest event is delivered first. */
const outboxKind = 'audit-log-outbox'
/** How long a process has for a delivery until another one tries, and the first pause after a failure, in milliseconds. */
const leaseMs = 30_000
/** How long a delivery can take, in milliseconds. It is shorter than the lease. */
const timeoutMs = 10_000
/** The longest pause between two attempts: an hour, in milliseconds. */
const maxPauseMs = 3_600_000
/** The limits of one call. */
const limits = { pages: 5, pageSize: 100, deliveries: 50, failuresInARow: 5 }

interface OutboxEntry {
  readonly event: AuditEvent
  /** Attempts to deliver it, including the one that is under way. */
  readonly attempts: number
  /** When the next attempt is due, in milliseconds since the epoch. Until then, the event is leased to the process that delivers it. */
  readonly dueAt: number
}

/** Stores an event for delivery. This process delivers it first. @returns the id of the record */
export async function saveToOutbox(
  ctx: PluginContext,
  settings: AuditLogSettings,
  event: AuditEvent,
): Promise<string> {
  const id = `${Date.parse(event.time)}-${event.id}`
  await putEntry(ctx, { id, expires: getExpiry(event, settings) }, toNextAttempt({ event, attempts: 0 }))
  return id
}

/** Delivers an event that was stored a moment ago. A failure is logged, and the event stays. */
export async function sendNewEvent(
  ctx: PluginContext,
  settings: AuditLogSettings,
  { id, event }: { readonly id: string; readonly event: AuditEvent },
): Promise<void> {
  if (!(await callListener(ctx, settings, event))) return
  await (await requireEventRecords(ctx)).deleteRecord(outboxKind, id)
}

/** Delivers events that are due: those of a process that ended, and those whose delivery failed. */
export async function sendDueEvents(ctx: PluginContext, settings: AuditLogSettings): Promise<DeliveryCounts> {
  const counts = { delivered: 0, failed: 0, waiting: 0 }
  let failuresInARow = 0
  for await (const record of listEntries(ctx)) {
    const result = await sendEntry(ctx, settings, record)
    counts[result] += 1
    failuresInARow = result === 'failed' ? failuresInARow + 1 : result === 'delivered' ? 0 : failuresInARow
    const isDone = counts.delivered + counts.failed >= limits.deliveries
    if (isDone || failuresInARow >= limits.failuresInARow) break
  }
  return counts
}

/** Pages through the records, because the oldest ones can wait for a later attempt. */
async function* listEntries(ctx: PluginContext): AsyncGenerator<StoredRecord> {
  const records = await requireEventRecords(ctx)
  const { pageSize } = limits
  let after: string | undefined
  for (let page = 0; page < limits.pages; page++) {
    const found = await records.listRecords({
      kind: outboxKind,
      limit: pageSize,
      ...(after !== undefined && { after }),
    })
    yield* found
    if (found.length < pageSize) return
    after = found.at(-1)?.id
  }
}

/** Of several processes, the one that writes the lease delivers the event. */
async function sendEntry(
  ctx: PluginContext,
  settings: AuditLogSettings,
  record: StoredRecord,
): Promise<keyof DeliveryCounts> {
  const entry = parseEntry(record)
  if (!entry || entry.dueAt > Date.now()) return 'waiting'
  if (!(await putEntry(ctx, record, toNextAttempt(entry)))) return 'waiting'
  await restoreEvent(ctx, settings, entry.event)
  if (!(await callListener(ctx, settings, entry.event))) return 'failed'
  await (await requireEventRecords(ctx)).deleteRecord(outboxKind, record.id)
  return 'delivered'
}

/** A process can end after it wrote the record of the outbox and before that of the event. Events of a user who was deleted stay deleted. */
async function restoreEvent(
  ctx: PluginContext,
  settings: AuditLogSettings,
  event: AuditEvent,
): Promise<void> {
  const { subject } = event
  const isDeleted = subject !== null && ctx.adapter !== null && (await ctx.adapter.getUser(subject)) === null
  if (!isDeleted) await storeEvent(ctx, settings, event)
}

/** @returns whether the listener received the event */
async function callListener(
  ctx: PluginContext,
  { onEvent }: AuditLogSettings,
  event: AuditEvent,
): Promise<boolean> {
  try {
    await runWithTimeout(async () => await onEvent?.(event))
    return true
  } catch (error) {
    ctx.logger.error(toError(error))
    return false
  }
}

/** A receiver that does not answer would let sign-ins wait. */
async function runWithTimeout(run: () => Promise<unknown>): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () =>
        reject(new AuthError('auditLog: `onEvent` did not end within 10 seconds. It is called again later.')),
      timeoutMs,
    )
  })
  try {
    await Promise.race([run(), timeout])
  } finally {
    clearTimeout(timer)
  }
}

/** Each pause is twice as long as the one before. */
function toNextAttempt({ event, attempts }: Pick<OutboxEntry, 'event' | 'attempts'>): OutboxEntry {
  const pause = Math.min(leaseMs * 2 ** attempts, maxPauseMs)
  return { event, attempts: attempts + 1, dueAt: Date.now() + pause }
}

/**
 * The record has no user: an event is delivered although its user was deleted meanwhile.
 *
 * @returns false if another process changed or deleted the record
 */
async function putEntry(
  ctx: PluginContext,
  { id, expires, version }: Pick<StoredRecord, 'id' | 'expires'> & Partial<StoredRecord>,
  { event, attempts, dueAt }: OutboxEntry,
): Promise<boolean> {
  const value = { event: toValue(event), attempts, dueAt }
  const record = { kind: outboxKind, id, userId: null, value, expires }
  return await (await requireEventRecords(ctx)).putRecord(record, { ifVersion: version ?? null })
}

/** Only this file writes the records. */
function parseEntry({ value }: StoredRecord): OutboxEntry | null {
  const { event, attempts, dueAt } = isRecord(value) ? value : ({} as JsonObject)
  const parsed = parseEvent(event as JsonObject)
  return parsed && typeof attempts === 'number' && typeof dueAt === 'number'
    ? { event: parsed, attempts, dueAt }
    : null
}
