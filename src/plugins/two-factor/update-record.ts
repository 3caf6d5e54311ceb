import { AdapterError } from '../../errors.js'
import type { PluginContext } from '../../plugins.js'
import type { Awaitable, JsonValue } from '../../types/common.js'
import type { RecordStore, StoredRecord } from '../../types/record-store.js'

/** How often a change is repeated after another request changed the record. Each round, one request succeeds. */
const maxAttempts = 60

/** The record of a user. */
export interface UserRecordKey {
  readonly kind: string
  readonly userId: string
}

/** The record to change. */
interface RecordToUpdate extends UserRecordKey {
  /** What the request read before, or null if there was none. Undefined if it was not read. */
  readonly known?: StoredRecord | null | undefined
}

/** A change: the new value, null to delete the record, or undefined to leave it; and what the caller learns. */
export interface RecordChange<T> {
  readonly value?: JsonValue | undefined
  readonly result: T
}

/**
 * Returns the record store. One whose table does not exist yet is an error: it must not look as if no user had a second factor.
 *
 * @throws AdapterError
 */
export async function requireRecords({ records }: PluginContext): Promise<RecordStore> {
  if (!records) throw new AdapterError('The plugin "two-factor" needs a record store. Set `records`.')
  if (records.isAvailable && !(await records.isAvailable()))
    throw new AdapterError(
      'The record store is not set up, so second factors are unknown. Run `npx latchkey migrate`.',
    )
  return records
}

/** Returns the record of a user, or null. */
export async function readRecord(
  ctx: PluginContext,
  { kind, userId }: UserRecordKey,
): Promise<StoredRecord | null> {
  const records = await requireRecords(ctx)
  return records.getRecord(kind, userId)
}

/**
 * Changes the record of a user in one step (compare-and-swap). If another request changed it meanwhile, `change` decides again.
 *
 * @throws AdapterError if it was changed at each attempt
 */
export async function updateRecord<T>(
  ctx: PluginContext,
  { kind, userId, known }: RecordToUpdate,
  change: (record: StoredRecord | null) => Awaitable<RecordChange<T>>,
): Promise<T> {
  const records = await requireRecords(ctx)
  for (let attempt = 0; attempt < maxAttempts; attempt++) {
    const isKnown = attempt === 0 && known !== undefined
    const record = isKnown ? known : await records.getRecord(kind, userId)
    const { value, result } = await change(record)
    if (value === undefined) return result
    const condition = { ifVersion: record?.version ?? null }
    const isWritten =
      value === null
        ? record === null || (await records.deleteRecord(kind, userId, condition))
        : await records.putRecord({ kind, id: userId, userId, value, expires: null }, condition)
    if (isWritten) return result
  }
  throw new AdapterError(
    `A record "${kind}" was changed during each of ${maxAttempts} attempts to change it.`,
  )
}

/** Deletes the record of a user, if there is one. */
export async function deleteUserRecord(ctx: PluginContext, { kind, userId }: UserRecordKey): Promise<void> {
  const records = await requireRecords(ctx)
  await records.deleteRecord(kind, userId)
}

/** Creates the error for a record that Latchkey did not write. It must not count as an absent one. */
export function createUnreadableError(kind: string): AdapterError {
  return new AdapterError(`A record "${kind}" is not readable, so the second factor of its user is unknown.`)
}
