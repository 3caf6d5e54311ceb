import { isMissingRecordError } from '../base/missing-record.js'
import type { Adapter } from '../types/adapter.js'
import type { RecordStore } from '../types/record-store.js'

/** Adds a record store to an adapter. `deleteUser` then deletes the records of the user, too. */
export function withRecords(adapter: Adapter, records: RecordStore): Adapter {
  // The target has the own methods, so that a copy of the result has them and the records.
  return new Proxy<Adapter>(
    { ...adapter, records },
    {
      has: (target, name) => Reflect.has(target, name) || Reflect.has(adapter, name),
      get(_, name): unknown {
        if (name === 'records') return records
        const value: unknown = Reflect.get(adapter, name)
        if (typeof value !== 'function') return value
        if (name === 'deleteUser') return (userId: string) => deleteUserWithRecords(adapter, records, userId)
        return (...args: unknown[]): unknown => Reflect.apply(value, adapter, args)
      },
    },
  )
}

/**
 * Deletes the user first: a user without records would have no second factor. A second call deletes what a failure has left, also if the
 * adapter then reports that there is no user.
 */
async function deleteUserWithRecords(adapter: Adapter, records: RecordStore, userId: string) {
  const deleted = await deleteUser(adapter, userId)
  // Adapters may have ids of other types. Records have text.
  if (await isAvailable(records)) await records.deleteRecordsByUserId(String(userId))
  return deleted
}

async function deleteUser(adapter: Adapter, userId: string) {
  try {
    return await adapter.deleteUser?.(userId)
  } catch (error) {
    if (isMissingRecordError(error)) return null
    throw error
  }
}

async function isAvailable(records: RecordStore): Promise<boolean> {
  return !records.isAvailable || (await records.isAvailable())
}
