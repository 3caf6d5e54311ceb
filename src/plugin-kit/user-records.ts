import { AdapterError } from '../errors.js'
import type { Awaitable, JsonValue } from '../types/common.js'
import type { PluginContext, PluginHostConfig } from '../types/plugin.js'
import type { RecordStore, StoredRecord } from '../types/record-store.js'

/** How often a change is repeated after another request changed the record. Each round, one request succeeds. */
const maxAttempts = 60

/**
 * Returns the record store. One whose table does not exist yet is an error: an absent record must not look as if the user had none.
 *
 * @param purpose what is unknown without the records, for the message
 * @throws AdapterError
 */
export async function requireRecords({ records }: PluginContext, purpose: string): Promise<RecordStore> {
  if (!records)
    throw new AdapterError(`A record store is needed: without it, ${purpose} are unknown. Set \`records\`.`)
  if (records.isAvailable && !(await records.isAvailable()))
    throw new AdapterError(
      `The record store is not set up, so ${purpose} are unknown. Run \`npx latchkey migrate\`.`,
    )
  return records
}

/** Describes that a configuration has no record store, for `findConfigError` of a plugin that needs one. Null if it has one. */
export function findRecordsFault({ records, adapter }: PluginHostConfig, purpose: string): string | null {
  if (records ?? adapter?.records) return null
  return `${purpose} need a record store. Set \`records\`, for instance to \`SqlAdapter(url)\`, or use an \`adapter\` that has one.`
}

/** A change of a record: the new state, null to delete the record, or undefined to leave it; and what the caller learns. */
export interface RecordChange<State, Result> {
  readonly state?: State | null | undefined
  readonly result: Result
}

/** How a state is stored. */
export interface UserRecordOptions<State> {
  /** The kind of the records. The id of each is that of its user. */
  readonly kind: string
  /** What the records contain, in the plural, for messages. */
  readonly purpose: string
  /**
   * Reads the state. `record` is null if the user has none.
   *
   * @throws an error for a value that is not readable: it must not count as an absent one. See {@link createUnreadableError}
   */
  parse(ctx: PluginContext, userId: string, record: StoredRecord | null): Awaitable<State>
  /** Converts a state to the value to store. */
  serialize(state: State): JsonValue
}

/** A record for each user. */
export interface UserRecord<State> {
  /** Returns the state of a user. A request reads it once. */
  read(ctx: PluginContext, userId: string): Promise<State>
  /**
   * Changes the state of a user in one step (compare-and-swap). If another request changed it meanwhile, `change` decides again.
   *
   * @throws AdapterError if it was changed at each attempt
   */
  update<Result>(
    ctx: PluginContext,
    userId: string,
    change: (state: State) => Awaitable<RecordChange<State, Result>>,
  ): Promise<Result>
}

/** The records that a request read, by kind and id of the user. */
const readRecords = new WeakMap<PluginContext, Map<string, StoredRecord | null>>()

/** Remembers a record that the request read. The first change compares the stored version with its version. */
export function setKnownRecord(
  ctx: PluginContext,
  { kind, userId }: { readonly kind: string; readonly userId: string },
  record: StoredRecord | null,
): void {
  const known = readRecords.get(ctx) ?? new Map<string, StoredRecord | null>()
  readRecords.set(ctx, known.set(`${kind} ${userId}`, record))
}

function findKnownRecord(ctx: PluginContext, kind: string, userId: string): StoredRecord | null | undefined {
  return readRecords.get(ctx)?.get(`${kind} ${userId}`)
}

/**
 * Declares a record for each user, which is read once per request and changed by compare-and-swap.
 *
 * @example
 * ```ts
 * import { createUnreadableError, defineUserRecord } from 'latchkey/plugins'
 *
 * export const visits = defineUserRecord<number>({
 *   kind: 'visits',
 *   purpose: 'visits',
 *   parse: (_ctx, _userId, record) => {
 *     if (record === null) return 0
 *     if (typeof record.value === 'number') return record.value
 *     throw createUnreadableError('visits')
 *   },
 *   serialize: count => count,
 * })
 * ```
 */
export function defineUserRecord<State>({
  kind,
  purpose,
  parse,
  serialize,
}: UserRecordOptions<State>): UserRecord<State> {
  return {
    async read(ctx, userId) {
      const known = findKnownRecord(ctx, kind, userId)
      const records = await requireRecords(ctx, purpose)
      const record = known === undefined ? await records.getRecord(kind, userId) : known
      setKnownRecord(ctx, { kind, userId }, record)
      return await parse(ctx, userId, record)
    },
    async update(ctx, userId, change) {
      const records = await requireRecords(ctx, purpose)
      let record = findKnownRecord(ctx, kind, userId)
      readRecords.get(ctx)?.delete(`${kind} ${userId}`)
      for (let attempt = 0; attempt < maxAttempts; attempt++) {
        record ??= record === undefined ? await records.getRecord(kind, userId) : null
        const { state, result } = await change(await parse(ctx, userId, record))
        if (state === undefined) return result
        const value = state === null ? null : serialize(state)
        if (await writeRecord(records, { kind, userId, value }, record)) return result
        record = undefined
      }
      throw new AdapterError(
        `A record "${kind}" was changed during each of ${maxAttempts} attempts to change it.`,
      )
    },
  }
}

/** @returns false if another request changed the record meanwhile */
async function writeRecord(
  records: RecordStore,
  { kind, userId, value }: { readonly kind: string; readonly userId: string; readonly value: JsonValue },
  record: StoredRecord | null,
): Promise<boolean> {
  const condition = { ifVersion: record?.version ?? null }
  if (value !== null)
    return await records.putRecord({ kind, id: userId, userId, value, expires: null }, condition)
  return record === null || (await records.deleteRecord(kind, userId, condition))
}

/** Creates the error for a record that the plugin did not write. */
export function createUnreadableError(kind: string): AdapterError {
  return new AdapterError(`A record "${kind}" is not readable, so what it says about its user is unknown.`)
}
