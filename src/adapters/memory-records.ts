import type { NewRecord, RecordCondition, RecordStore, StoredRecord } from '../types/record-store.js'
import { Collection } from './memory-collection.js'
import { applyRecordQuery, generateRecordVersion, isRecordExpired } from './stored-records.js'

/** Creates a record store in the memory of this process. */
export function createMemoryRecords(): RecordStore {
  const records = new Collection<StoredRecord>('record', 'kind', 'id')

  function findRecord(kind: string, id: string): StoredRecord | null {
    const record = records.get(kind, id)
    return record && !isRecordExpired(record) ? record : null
  }

  function isMatch({ kind, id }: Pick<NewRecord, 'kind' | 'id'>, { ifVersion }: RecordCondition): boolean {
    return ifVersion === undefined || (findRecord(kind, id)?.version ?? null) === ifVersion
  }

  function saveRecord(record: NewRecord): void {
    records.remove(record.kind, record.id)
    records.insert({ ...record, version: generateRecordVersion() })
  }

  return {
    listKinds: async () => [...new Set(records.filter(() => true).map(({ kind }) => kind))],
    getRecord: async (kind, id) => findRecord(kind, id),
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
    async incrementRecord(kind, id, windowMs) {
      const current = findRecord(kind, id)
      const count = Number(current?.value ?? 0) + 1
      const resetsAt = current?.expires ?? new Date(Date.now() + windowMs)
      if (records.size >= 1_000) records.removeAll(isRecordExpired)
      saveRecord({ kind, id, userId: null, value: count, expires: resetsAt })
      return { count, resetsAt }
    },
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
