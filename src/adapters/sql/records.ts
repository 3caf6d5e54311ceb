import { type RawBuilder, sql } from 'kysely'
import { AdapterError } from '../../errors.js'
import type { RecordCondition, RecordCount, RecordStore, StoredRecord } from '../../types/record-store.js'
import { generateRecordVersion } from '../record-version.js'
import { buildAssignments, buildSetList } from './assignments.js'
import type { DatabaseTables } from './database.js'
import { deleteInBatches } from './delete-in-batches.js'
import type { RecordRow } from './schema.js'
import { countAffectedRows } from './table.js'

/** The maximum number of records that `listRecords` returns without a `limit`. */
const defaultLimit = 1_000

/** How often a write is tried again after another process created or deleted the record in between. */
const maxAttempts = 20

/** The record store of a database, whose batches {@link SqlAdapter} runs one by one. */
export type SqlRecordMethods = Required<Omit<RecordStore, 'deleteExpiredRecords'>> & {
  deleteExpiredBatch(before: Date, limit: number): Promise<number>
}

/** Creates the record methods. Each statement is atomic; what takes two of them is tried again until nothing came between. */
export function createRecordMethods({ records, connection, dialect }: DatabaseTables): SqlRecordMethods {
  const { columns } = records
  const findRow = records.prepareFindBy('kind', 'id')

  const matchesKey = () => columns.buildCondition('kind', 'id')
  const isExpired = () => columns.buildIsBefore('expires', new Date(Date.now() + 1))
  const isCurrent = () => sql`(${columns.getOrThrow('expires').reference} is null or not (${isExpired()}))`

  function hasVersion({ ifVersion }: RecordCondition): RawBuilder<unknown> {
    if (typeof ifVersion !== 'number') return isCurrent()
    return sql`${isCurrent()} and ${columns.getOrThrow('version').reference} = ${ifVersion}`
  }

  /** Runs an update or a delete of one record and returns whether a row was affected. */
  async function affectsRecord(
    key: readonly string[],
    statement: () => RawBuilder<unknown>,
  ): Promise<boolean> {
    const returning = dialect.supportsReturning ? sql` returning 1 as one` : sql``
    return (
      countAffectedRows(await records.prepareStatement(() => sql`${statement()}${returning}`).run(key)) > 0
    )
  }

  const replaceRow = (row: RecordRow, condition: RawBuilder<unknown>) =>
    affectsRecord(
      [row.kind, row.id],
      () =>
        sql`update ${columns.tableReference} set ${buildSetList(buildAssignments(columns, row))} where ${matchesKey()} and ${condition}`,
    )

  const deleteRow = (key: readonly string[], condition: RawBuilder<unknown>) =>
    affectsRecord(
      key,
      () => sql`delete from ${columns.tableReference} where ${matchesKey()} and ${condition}`,
    )

  async function insertRow(row: RecordRow): Promise<boolean> {
    await deleteRow([row.kind, row.id], isExpired())
    return records.insertIfAbsent(row)
  }

  async function replaceOrInsertRow(row: RecordRow): Promise<boolean> {
    for (let attempt = 0; attempt < maxAttempts; attempt++)
      if ((await replaceRow(row, sql`1 = 1`)) || (await records.insertIfAbsent(row))) return true
    throw createConflictError(row)
  }

  /** Increments a counter that has not expired. */
  async function incrementRow(key: readonly string[]): Promise<RecordRow | null> {
    const count = columns.getOrThrow('count').reference
    const update = () =>
      sql`update ${columns.tableReference} set ${count} = ${count} + 1 where ${matchesKey()} and ${isCurrent()}`
    if (dialect.supportsReturning) {
      const { rows } = await records
        .prepareStatement(() => sql`${update()} returning ${columns.selection}`)
        .run(key)
      return rows[0] ? records.fromRow(rows[0]) : null
    }
    // The transaction holds the lock of the row, so the select reads what the update wrote.
    const select = () => sql`select ${columns.selection} from ${columns.tableReference} where ${matchesKey()}`
    const queries = [update, select].map(build => records.prepareStatement(build).bind(key))
    const [updated, selected] = await connection.transaction(queries.filter(query => query !== null))
    const [row] = selected?.rows ?? []
    return updated && countAffectedRows(updated) > 0 && row ? records.fromRow(row) : null
  }

  return {
    isAvailable: () => columns.all.length > 0,
    async getRecord(kind, id) {
      const row = await findRow(kind, id)
      return row && toRecord(row)
    },
    async listRecords({ kind, userId, before, limit = defaultLimit }) {
      const conditions = [
        columns.buildCondition('kind', ...(userId === undefined ? [] : ['userId'])),
        isCurrent(),
        ...(before ? [columns.buildIsBefore('expires', before)] : []),
      ]
      const statement = records.prepareStatement(
        () =>
          sql`select ${columns.selection} from ${columns.tableReference} where ${sql.join(conditions, sql` and `)} order by ${columns.getOrThrow('id').reference} limit ${sql.lit(limit)}`,
      )
      const { rows } = await statement.run(userId === undefined ? [kind] : [kind, userId])
      return rows.map(row => toRecord(records.fromRow(row))).filter(record => record !== null)
    },
    putRecord({ kind, id, userId, value, expires }, condition = {}) {
      const version = generateRecordVersion()
      const row = { kind, id, userId, value: JSON.stringify(value), count: null, version, expires }
      if (condition.ifVersion === null) return insertRow(row)
      return condition.ifVersion === undefined
        ? replaceOrInsertRow(row)
        : replaceRow(row, hasVersion(condition))
    },
    async incrementRecord(kind, id, windowMs): Promise<RecordCount> {
      const version = generateRecordVersion()
      const firstRow = { kind, id, userId: null, value: 'null', count: 1, version }
      for (let attempt = 0; attempt < maxAttempts; attempt++) {
        const row = await incrementRow([kind, id])
        if (row?.expires) return { count: row.count ?? 1, resetsAt: row.expires }
        const resetsAt = new Date(Date.now() + windowMs)
        if (await insertRow({ ...firstRow, expires: resetsAt })) return { count: 1, resetsAt }
      }
      throw createConflictError(firstRow)
    },
    deleteRecord: (kind, id, condition = {}) =>
      condition.ifVersion === null ? false : deleteRow([kind, id], hasVersion(condition)),
    async deleteRecordsByUserId(userId, kind) {
      const fields = kind === undefined ? ['userId'] : ['userId', 'kind']
      const remove = records.prepareDelete(() => columns.buildCondition(...fields))
      return remove(userId, ...(kind === undefined ? [] : [kind]))
    },
    deleteExpiredBatch: records.prepareDeleteExpired(),
  }
}

/** Converts a row to a record, or returns null if it expired. */
function toRecord({ count, value, expires, userId, ...row }: RecordRow): StoredRecord | null {
  if (expires && expires.getTime() <= Date.now()) return null
  return { ...row, userId: userId ?? null, value: count ?? JSON.parse(value), expires: expires ?? null }
}

function createConflictError({ kind, id }: Pick<RecordRow, 'kind' | 'id'>): AdapterError {
  return new AdapterError(
    `A write of the record "${kind}" ${JSON.stringify(id)} failed: other processes wrote it during each of ${maxAttempts} attempts.`,
  )
}

/** Deletes expired records in batches. */
export function deleteExpiredRecords(
  run: <T>(operation: (methods: SqlRecordMethods) => Promise<T>) => Promise<T>,
  before: Date,
): Promise<number> {
  return deleteInBatches(limit => run(methods => methods.deleteExpiredBatch(before, limit)))
}
