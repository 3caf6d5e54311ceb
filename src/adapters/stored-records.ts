import type { RecordQuery, StoredRecord } from '../types/record-store.js'

/** The maximum number of records that `listRecords` returns without a `limit`. */
export const defaultRecordLimit = 1_000

/** Generates the version of a record: 53 random bits, so that a version is never used again. */
export function generateRecordVersion(): number {
  const [high = 0, low = 0] = crypto.getRandomValues(new Uint32Array(2))
  return (high >>> 11) * 2 ** 32 + low
}

/** Returns whether a record expired: it then counts as absent. */
export function isRecordExpired({ expires }: Pick<StoredRecord, 'expires'>): boolean {
  return expires !== null && expires.getTime() <= Date.now()
}

/** Filters, sorts and limits records as `listRecords` returns them. */
export function applyRecordQuery(
  records: readonly StoredRecord[],
  { kind, userId, before, after, limit = defaultRecordLimit }: RecordQuery,
): StoredRecord[] {
  return records
    .filter(
      record =>
        record.kind === kind &&
        !isRecordExpired(record) &&
        (after === undefined || record.id > after) &&
        (userId === undefined || record.userId === userId) &&
        (before === undefined || (record.expires !== null && record.expires < before)),
    )
    .sort((a, b) => (a.id < b.id ? -1 : 1))
    .slice(0, limit)
}
