import type {
  NewRecord,
  RecordCondition,
  RecordCount,
  RecordIncrement,
  RecordStore,
  StoredRecord,
} from '../types/record-store.js'
import { Collection } from './memory-collection.js'
import { applyRecordQuery, isRecordExpired } from './stored-records.js'

/** From how many records on expired ones are removed. */
const minCleanUpSize = 1_000

/** Removes expired records when there are twice as many as after the last time, so that a counter costs the same however many there are. */
function createCleanUp(records: Collection<StoredRecord>): () => void {
  let cleanUpSize = minCleanUpSize
  return () => {
    if (records.size < cleanUpSize) return
    records.removeAll(isRecordExpired)
    cleanUpSize = Math.max(minCleanUpSize, records.size * 2)
  }
}

/** Creates a record store in the memory of this process. */
export function createMemoryRecords(): RecordStore {
  const records = new Collection<StoredRecord>('record', 'kind', 'id')
  const removeExpired = createCleanUp(records)
  let lastVersion = 0

  function findRecord(kind: string, id: string): StoredRecord | null {
    const record = records.get(kind, id)
    return record && !isRecordExpired(record) ? record : null
  }

  function isMatch({ kind, id }: Pick<NewRecord, 'kind' | 'id'>, { ifVersion }: RecordCondition): boolean {
    return ifVersion === undefined || (findRecord(kind, id)?.version ?? null) === ifVersion
  }

  function saveRecord(record: NewRecord): void {
    records.put({ ...record, version: ++lastVersion })
  }

  function addToCounter(kind: string, { id, amount, windowMs }: RecordIncrement): RecordCount {
    const found = findRecord(kind, id)
    const current = found && Number(found.value) > 0 ? found : null
    const count = Number(current?.value ?? 0) + amount
    const resetsAt = current?.expires ?? new Date(Date.now() + windowMs)
    removeExpired()
    if (count > 0) saveRecord({ kind, id, userId: null, value: count, expires: resetsAt })
    else records.remove(kind, id)
    return { count, resetsAt }
  }

  return {
    listKinds: async () => [...new Set(records.filter(() => true).map(({ kind }) => kind))],
    getRecord: async (kind, id) => findRecord(kind, id),
    getRecords: async keys =>
      keys.map(({ kind, id }) => findRecord(kind, id)).filter(record => record !== null),
    listRecords: async query =>
      applyRecordQuery(
        records.filter(({ kind }) => kind === query.kind),
        query,
      ),
    async putRecord(record, condition = {}) {
      if (!isMatch(record, condition)) return false
      saveRecord(record)
      return true
    },
    incrementRecord: async (kind, id, windowMs) => addToCounter(kind, { id, amount: 1, windowMs }),
    incrementRecords: async (kind, increments) => increments.map(step => addToCounter(kind, step)),
    async deleteRecord(kind, id, condition = {}) {
      return (
        isMatch({ kind, id }, condition) && findRecord(kind, id) !== null && records.remove(kind, id) !== null
      )
    },
    deleteRecordsByUserId: async (userId, kind) =>
      records.removeAll(record => record.userId === userId && (kind === undefined || record.kind === kind)),
    deleteExpiredRecords: async before =>
      records.removeAll(({ expires }) => expires !== null && expires < before),
  }
}
