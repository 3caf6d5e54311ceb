import { AdapterError } from '../errors.js'
import type { NewRecord, RecordIncrement, StoredRecord } from '../types/record-store.js'
import { generateRecordVersion, isRecordExpired } from './stored-records.js'

/** A row of the table of records. Counters have a `count`. */
export interface RecordRow {
  kind: string
  id: string
  userId: string | null
  /** JSON. */
  value: string
  count: number | null
  version: number
  expires: Date | null
}

/** How often a write is tried again after another process created or deleted the record in between. */
export const maxRecordAttempts = 20

/** Converts a new record to its row, with a new version. */
export function toRecordRow({ kind, id, userId, value, expires }: NewRecord): RecordRow {
  const version = generateRecordVersion()
  return { kind, id, userId, value: JSON.stringify(value), count: null, version, expires }
}

/** Creates the row of a counter that starts. A count of 0 or less is no counter, so its row expires at once. */
export function toCounterRow(kind: string, { id, amount, windowMs }: RecordIncrement): RecordRow {
  const expires = new Date(Date.now() + (amount > 0 ? windowMs : 0))
  return { kind, id, userId: null, value: 'null', count: amount, version: generateRecordVersion(), expires }
}

/** Converts a row to a record, or returns null if it expired. */
export function toStoredRecord({ count, value, expires, userId, ...row }: RecordRow): StoredRecord | null {
  if (isRecordExpired({ expires: expires ?? null })) return null
  return { ...row, userId: userId ?? null, value: count ?? JSON.parse(value), expires: expires ?? null }
}

/** Creates the error of a write that other processes prevented each time. */
export function createConflictError(kind: string, id: string): AdapterError {
  return new AdapterError(
    `A write of the record "${kind}" ${JSON.stringify(id)} failed: other processes wrote it during each of ${maxRecordAttempts} attempts.`,
  )
}
