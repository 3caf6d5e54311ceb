import type {
  RecordCount,
  RecordIncrement,
  RecordKey,
  RecordQuery,
  RecordStore,
  StoredRecord,
} from '../types/record-store.js'
import {
  createConflictError,
  maxRecordAttempts,
  type RecordRow,
  toRecordRow,
  toStoredRecord,
} from './record-rows.js'
import { generateRecordVersion } from './stored-records.js'

/** Which row a statement changes: the one with the key, if it has not expired, or if it has. */
export interface RowCondition extends RecordKey {
  readonly state: 'current' | 'expired'
  /** The version that the row must have. */
  readonly version?: number | undefined
}

/** The statements of a library on the table of records. Each is one atomic step. */
export interface RecordStatements {
  /** Returns whether the table exists. */
  isAvailable(): Promise<boolean>
  listKinds(): Promise<string[]>
  /** Returns the rows with these keys. There is at least one key. */
  find(keys: readonly RecordKey[]): Promise<RecordRow[]>
  /** Returns the rows that have not expired, in the order of their ids. */
  list(query: RecordQuery): Promise<RecordRow[]>
  /** Inserts a row, unless there is one with the key. @returns whether it was inserted */
  insert(row: RecordRow): Promise<boolean>
  /** Inserts a row, or replaces the one with the key. */
  upsert(row: RecordRow): Promise<void>
  /** Replaces the row of the condition. @returns whether there was one */
  replace(row: RecordRow, condition: RowCondition): Promise<boolean>
  /** Adds one to the count of a row that has not expired. @returns the row after that, or null if there is none */
  increment(key: RecordKey): Promise<RecordRow | null>
  /** Adds to several counters, as {@link RecordStore.incrementRecords}. There is at least one, in the order of the ids. */
  incrementAll(kind: string, increments: readonly RecordIncrement[]): Promise<RecordRow[]>
  /** Deletes the row of the condition. @returns whether there was one */
  delete(condition: RowCondition): Promise<boolean>
  /** Deletes the rows of a user, or those of one kind. @returns their number */
  deleteByUserId(userId: string, kind?: string): Promise<number>
  /** Returns when the row at this offset expired, of those that expired before a date, the oldest first. Null if there are fewer. */
  findExpiry(before: Date, offset: number): Promise<Date | null>
  /** Deletes the rows that expired before a date, or at it. @returns their number */
  deleteExpiredUntil(date: Date): Promise<number>
}

/** Creates a record store on the table of another library. */
export function createTableRecords(statements: RecordStatements): RecordStore {
  /** Most often there is no row, so the one that expired is deleted only if it is in the way. */
  async function insertRow(row: RecordRow): Promise<boolean> {
    if (await statements.insert(row)) return true
    const isDeleted = await statements.delete({ kind: row.kind, id: row.id, state: 'expired' })
    return isDeleted && statements.insert(row)
  }

  async function incrementRecord(kind: string, id: string, windowMs: number): Promise<RecordCount> {
    const version = generateRecordVersion()
    for (let attempt = 0; attempt < maxRecordAttempts; attempt++) {
      const row = await statements.increment({ kind, id })
      if (row?.expires) return { count: row.count ?? 1, resetsAt: row.expires }
      const expires = new Date(Date.now() + windowMs)
      if (await insertRow({ kind, id, userId: null, value: 'null', count: 1, version, expires }))
        return { count: 1, resetsAt: expires }
    }
    throw createConflictError(kind, id)
  }

  return {
    isAvailable: () => statements.isAvailable(),
    listKinds: () => statements.listKinds(),
    async getRecord(kind, id) {
      const [row] = await statements.find([{ kind, id }])
      return row ? toStoredRecord(row) : null
    },
    getRecords: async keys => (keys.length === 0 ? [] : toStoredRecords(await statements.find(keys))),
    listRecords: async query => toStoredRecords(await statements.list(query)),
    async putRecord(record, { ifVersion } = {}) {
      const row = toRecordRow(record)
      if (ifVersion === null) return insertRow(row)
      const { kind, id } = row
      if (ifVersion !== undefined)
        return statements.replace(row, { kind, id, state: 'current', version: ifVersion })
      await statements.upsert(row)
      return true
    },
    incrementRecord,
    incrementRecords: (kind, increments) => incrementRecords(statements, kind, increments),
    deleteRecord: async (kind, id, { ifVersion } = {}) =>
      ifVersion !== null && statements.delete({ kind, id, state: 'current', version: ifVersion }),
    deleteRecordsByUserId: (userId, kind) => statements.deleteByUserId(userId, kind),
    deleteExpiredRecords: before => deleteExpiredRecords(statements, before),
  }
}

async function incrementRecords(
  statements: RecordStatements,
  kind: string,
  increments: readonly RecordIncrement[],
): Promise<RecordCount[]> {
  if (increments.length === 0) return []
  // All processes lock the rows in one order, so that they do not wait for each other.
  const sorted = [...increments].sort((one, other) => (one.id < other.id ? -1 : 1))
  const rows = await statements.incrementAll(kind, sorted)
  const rowsById = new Map(rows.map(row => [row.id, row]))
  return increments.map(({ id, amount, windowMs }) => {
    const { count, expires } = rowsById.get(id) ?? {}
    return { count: count ?? amount, resetsAt: expires ?? new Date(Date.now() + windowMs) }
  })
}

/** How many rows a statement deletes at most, unless they expire in the same millisecond. */
const batchSize = 1_000

/** Dates have milliseconds, so the last one before a date is a millisecond earlier. */
async function deleteExpiredRecords(statements: RecordStatements, before: Date): Promise<number> {
  const last = new Date(before.getTime() - 1)
  let total = 0
  for (;;) {
    const expiry = await statements.findExpiry(before, batchSize - 1)
    total += await statements.deleteExpiredUntil(expiry ?? last)
    if (!expiry) return total
  }
}

function toStoredRecords(rows: readonly RecordRow[]): StoredRecord[] {
  return rows.map(toStoredRecord).filter(record => record !== null)
}
