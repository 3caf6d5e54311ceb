import type { NewRecord, RecordCondition, RecordStore, StoredRecord } from '../types/record-store.js'
import { Collection } from './memory-collection.js'
import { generateRecordVersion } from './record-version.js'

/** The maximum number of records that `listRecords` returns without a `limit`. */
const defaultLimit = 1_000

/** Creates a record store in the memory of this process. */
export function createMemoryRecords(): RecordStore {
  const records = new Collection<StoredRecord>('record', 'kind', 'id')

  function findRecord(kind: string, id: string): StoredRecord | null {
    const record = records.get(kind, id)
    return record && !isExpired(record) ? record : null
  }

  function isMatch({ kind, id }: Pick<NewRecord, 'kind' | 'id'>, { ifVersion }: RecordCondition): boolean {
    return ifVersion === undefined || (findRecord(kind, id)?.version ?? null) === ifVersion
  }

  function saveRecord(record: NewRecord): void {
    records.remove(record.kind, record.id)
    records.insert({ ...record, version: generateRecordVersion() })
  }

  return {
    getRecord: async (kind, id) => findRecord(kind, id),
    async listRecords({ kind, userId, before, limit = defaultLimit }) {
      const matches = records.filter(
        record =>
          record.kind === kind &&
          !isExpired(record) &&
          (userId === undefined || record.userId === userId) &&
          (before === undefined || (record.expires !== null && record.expires < before)),
      )
      return matches.sort((a, b) => (a.id < b.id ? -1 : 1)).slice(0, limit)
    },
    async putRecord(record, condition = {}) {
      if (!isMatch(record, condition)) return false
      saveRecord(record)
      return true
    },
    async incrementRecord(kind, id, windowMs) {
      const current = findRecord(kind, id)
      const count = Number(current?.value ?? 0) + 1
      const resetsAt = current?.expires ?? new Date(Date.now() + windowMs)
      if (records.size >= 1_000) records.removeAll(isExpired)
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

function isExpired({ expires }: StoredRecord): boolean {
  return expires !== null && expires.getTime() <= Date.now()
}
