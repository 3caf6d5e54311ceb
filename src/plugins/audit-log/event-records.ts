import {
  describeValue,
  findOptionFault,
  InvalidConfig,
  isRecord,
  type JsonObject,
  type JsonValue,
  type OptionRules,
  type PluginContext,
  requireRecords,
  requireUserId,
  type StoredRecord,
  textRule,
} from '../../plugins.js'
import type { AuditEvent, AuditLogSettings, AuditPage, AuditQuery } from './types.js'

/** The kind of the records. The id is that of the event, so that a list begins with the newest. The user is the subject. */
export const eventKind = 'audit-log'
const maxLimit = 1000

/** Returns the record store. */
export function requireEventRecords(ctx: PluginContext) {
  return requireRecords(ctx, 'the events of the audit log')
}

/** Returns when an event is deleted. */
export function getExpiry({ time }: AuditEvent, { retentionMs }: AuditLogSettings): Date {
  return new Date(Date.parse(time) + retentionMs)
}

/** Stores an event. @returns false if it is stored already */
export async function storeEvent(
  ctx: PluginContext,
  settings: AuditLogSettings,
  event: AuditEvent,
): Promise<boolean> {
  const records = await requireEventRecords(ctx)
  const { id, subject: userId } = event
  const expires = getExpiry(event, settings)
  return await records.putRecord(
    { kind: eventKind, id, userId, value: toValue(event), expires },
    { ifVersion: null },
  )
}

/** The id is that of the record. */
export function toValue({ methods, act, ...event }: AuditEvent): JsonObject {
  return { ...event, methods: [...methods], act: act && { ...act } }
}

/** Only this plugin writes the records. */
export function parseEvent(value: JsonValue | undefined): AuditEvent | null {
  return isRecord(value) && typeof value.id === 'string' && typeof value.action === 'string'
    ? (value as JsonObject & AuditEvent)
    : null
}

const queryRules: OptionRules<AuditQuery> = {
  userId: textRule,
  after: textRule,
  limit: {
    expected: `a whole number from 1 to ${maxLimit}`,
    isValid: value => Number.isInteger(value) && Number(value) >= 1 && Number(value) <= maxLimit,
  },
}

/**
 * Lists events, newest first.
 *
 * @param query checked, because server code can pass any value: a user id that is not one must not list the events of all users
 * @throws InvalidConfig
 */
export async function listEvents(
  ctx: PluginContext,
  query: AuditQuery = {},
  defaultLimit = 100,
): Promise<AuditPage> {
  const fault = findOptionFault(query, queryRules, 'The options of the audit log')
  if (fault !== null) throw new InvalidConfig(fault)
  if (Object.hasOwn(query, 'userId') && query.userId === undefined)
    throw new InvalidConfig(
      `\`userId\` is ${describeValue(undefined)}. Leave it out to list the events of all users.`,
    )
  const { userId, after, limit = defaultLimit } = query
  const records = await requireEventRecords(ctx)
  const found = await records.listRecords({
    kind: eventKind,
    limit: limit + 1,
    ...(userId !== undefined && { userId: requireUserId(userId, 'list') }),
    ...(after !== undefined && { after }),
  })
  const page = found.slice(0, limit)
  return { events: toEvents(page), next: found.length > limit ? (page.at(-1)?.id ?? null) : null }
}

function toEvents(records: readonly StoredRecord[]): readonly AuditEvent[] {
  return records.map(({ value }) => parseEvent(value)).filter(event => event !== null)
}

/** Returns all events that are about a user. */
export async function listAllEvents(ctx: PluginContext, userId: string): Promise<readonly AuditEvent[]> {
  const all: AuditEvent[] = []
  let after: string | undefined
  do {
    const { events, next }: AuditPage = await listEvents(ctx, {
      userId,
      limit: maxLimit,
      ...(after && { after }),
    })
    all.push(...events)
    after = next ?? undefined
  } while (after !== undefined)
  return all
}
