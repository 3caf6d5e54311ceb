import type { Settings } from '../types/context.js'
import type { RecordStore } from '../types/record-store.js'

/** Record stores that are known to be available. A table can still be created after the first request. */
const availableStores = new WeakSet<RecordStore>()

/** Returns the record store, or null if there is none or its table does not exist yet. */
export async function getAvailableRecordStore({ records }: Settings): Promise<RecordStore | null> {
  if (!records?.isAvailable || availableStores.has(records)) return records
  if (!(await records.isAvailable())) return null
  availableStores.add(records)
  return records
}
