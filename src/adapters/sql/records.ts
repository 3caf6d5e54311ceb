import { type RawBuilder, sql } from 'kysely'
import type {
  NewRecord,
  RecordCondition,
  RecordCount,
  RecordIncrement,
  RecordQuery,
  RecordStore,
  StoredRecord,
  RecordKey as StoredRecordKey,
} from '../../types/record-store.js'
import {
  createConflictError,
  maxRecordAttempts,
  type RecordRow,
  toRecordRow,
  toStoredRecord,
} from '../record-rows.js'
import { defaultRecordLimit, generateRecordVersion } from '../stored-records.js'
import { buildAssignments, buildSetList } from './assignments.js'
import type { DatabaseTables } from './database.js'
import { deleteInBatches } from './delete-in-batches.js'
import type { PreparedQuery } from './statement.js'
import { countAffectedRows, type Table } from './table.js'
import { incrementCounters, insertOrReplace } from './upserts.js'

/** Runs an operation on the record table. */
export type RunOnRecords = <T>(operation: (table: RecordTable) => Promise<T>) => Promise<T>

/** Creates the record store. `run` opens the database on first use and retries on contention. */
export function createRecordStore(run: RunOnRecords): Required<RecordStore> {
  return {
    isAvailable: () => run(async table => table.exists),
    listKinds: () => run(table => table.listKinds()),
    getRecord: (kind, id) => run(table => table.get(kind, id)),
    getRecords: keys => run(table => table.getAll(keys)),
    listRecords: query => run(table => table.list(query)),
    putRecord: (record, condition) => run(table => table.put(record, condition)),
    incrementRecord: (kind, id, windowMs) => run(table => table.increment([kind, id], windowMs)),
    incrementRecords: (kind, increments) => run(table => table.incrementAll(kind, increments)),
    deleteRecord: (kind, id, condition) => run(table => table.delete([kind, id], condition)),
    deleteRecordsByUserId: (userId, kind) => run(table => table.deleteByUserId(userId, kind)),
    deleteExpiredRecords: before =>
      deleteInBatches(limit => run(table => table.deleteExpired(before, limit))),
  }
}

/** `kind` and `id`. */
type RecordKey = readonly [kind: string, id: string]

/** Runs the statements of the record store. Each is atomic. An operation of two statements is repeated if another write came between them. */
export class RecordTable {
  readonly #database: DatabaseTables
  readonly #records: Table<RecordRow>
  readonly #findRow: PreparedQuery<RecordRow | null>
  readonly deleteExpired: (before: Date, limit: number) => Promise<number>

  constructor(database: DatabaseTables) {
    this.#database = database
    this.#records = database.records
    this.#findRow = database.records.prepareFindBy('kind', 'id')
    this.deleteExpired = database.records.prepareDeleteExpired()
  }

  get exists(): boolean {
    return this.#records.mapping.all.length > 0
  }

  async get(kind: string, id: string): Promise<StoredRecord | null> {
    const row = await this.#findRow(kind, id)
    return row && toStoredRecord(row)
  }

  async getAll(keys: readonly StoredRecordKey[]): Promise<StoredRecord[]> {
    const { mapping: columns } = this.#records
    const storable = keys.filter(({ id }) => columns.getOrThrow('id').codec.canStore(id))
    if (storable.length === 0) return []
    const conditions = storable.map(
      (_, index) => sql`(${columns.buildConditionFrom(2 * index, 'kind', 'id')})`,
    )
    const select = sql`select ${columns.selection} from ${columns.tableReference} where ${sql.join(conditions, sql` or `)}`
    const { rows } = await this.#records
      .prepareStatement(() => select)
      .run(storable.flatMap(({ kind, id }) => [kind, id]))
    return rows.map(row => toStoredRecord(this.#records.fromRow(row))).filter(record => record !== null)
  }

  async listKinds(): Promise<string[]> {
    const { mapping: columns } = this.#records
    const kind = columns.getOrThrow('kind')
    const { rows } = await this.#records
      .prepareStatement(() => sql`select distinct ${kind.reference} as kind from ${columns.tableReference}`)
      .run([])
    return rows.map(row => String(row['kind']))
  }

  async list({
    kind,
    userId,
    before,
    after,
    limit = defaultRecordLimit,
  }: RecordQuery): Promise<StoredRecord[]> {
    const { mapping: columns } = this.#records
    const conditions = [
      columns.buildCondition('kind', ...(userId === undefined ? [] : ['userId'])),
      this.#isCurrent,
      ...(after === undefined ? [] : [sql`${columns.getOrThrow('id').reference} > ${after}`]),
      ...(before ? [columns.buildIsBefore('expires', before)] : []),
    ]
    const where = sql.join(conditions, sql` and `)
    const order = sql`order by ${columns.getOrThrow('id').reference} limit ${sql.lit(limit)}`
    const { rows } = await this.#records
      .prepareStatement(
        () => sql`select ${columns.selection} from ${columns.tableReference} where ${where} ${order}`,
      )
      .run(userId === undefined ? [kind] : [kind, userId])
    return rows.map(row => toStoredRecord(this.#records.fromRow(row))).filter(record => record !== null)
  }

  async put(record: NewRecord, condition: RecordCondition = {}): Promise<boolean> {
    const row = toRecordRow(record)
    if (condition.ifVersion === null) return this.#insert(row)
    if (condition.ifVersion !== undefined) return this.#replace(row, this.#buildVersionCondition(condition))
    await insertOrReplace(this.#database, row)
    return true
  }

  async increment(key: RecordKey, windowMs: number): Promise<RecordCount> {
    const [kind, id] = key
    const version = generateRecordVersion()
    for (let attempt = 0; attempt < maxRecordAttempts; attempt++) {
      const row = await this.#incrementRow(key)
      if (row?.expires) return { count: row.count ?? 1, resetsAt: row.expires }
      const resetsAt = new Date(Date.now() + windowMs)
      const first = { kind, id, userId: null, value: 'null', count: 1, version, expires: resetsAt }
      if (await this.#insert(first)) return { count: 1, resetsAt }
    }
    throw createConflictError(kind, id)
  }

  incrementAll(kind: string, increments: readonly RecordIncrement[]): Promise<RecordCount[]> {
    return incrementCounters(this.#database, kind, increments)
  }

  async delete(key: RecordKey, condition: RecordCondition = {}): Promise<boolean> {
    return condition.ifVersion !== null && this.#deleteRow(key, this.#buildVersionCondition(condition))
  }

  async deleteByUserId(userId: string, kind?: string): Promise<number> {
    const fields = kind === undefined ? ['userId'] : ['userId', 'kind']
    const remove = this.#records.prepareDelete(() => this.#records.mapping.buildCondition(...fields))
    return remove(userId, ...(kind === undefined ? [] : [kind]))
  }

  get #matchesKey(): RawBuilder<unknown> {
    return this.#records.mapping.buildCondition('kind', 'id')
  }

  get #isExpired(): RawBuilder<unknown> {
    return this.#records.mapping.buildIsBefore('expires', new Date(Date.now() + 1))
  }

  get #isCurrent(): RawBuilder<unknown> {
    const { reference } = this.#records.mapping.getOrThrow('expires')
    return sql`(${reference} is null or not (${this.#isExpired}))`
  }

  #buildVersionCondition({ ifVersion }: RecordCondition): RawBuilder<unknown> {
    if (typeof ifVersion !== 'number') return this.#isCurrent
    const { reference } = this.#records.mapping.getOrThrow('version')
    return sql`${this.#isCurrent} and ${reference} = ${ifVersion}`
  }

  #replace(row: RecordRow, condition: RawBuilder<unknown>): Promise<boolean> {
    const { mapping: columns } = this.#records
    const set = buildSetList(buildAssignments(columns, row))
    const update = sql`update ${columns.tableReference} set ${set} where ${this.#matchesKey} and ${condition}`
    return this.#affectsRow([row.kind, row.id], update)
  }

  #deleteRow(key: RecordKey, condition: RawBuilder<unknown>): Promise<boolean> {
    const { tableReference } = this.#records.mapping
    return this.#affectsRow(
      key,
      sql`delete from ${tableReference} where ${this.#matchesKey} and ${condition}`,
    )
  }

  async #affectsRow(key: RecordKey, statement: RawBuilder<unknown>): Promise<boolean> {
    const returning = this.#database.dialect.supportsReturning ? sql` returning 1 as one` : sql``
    const result = await this.#records.prepareStatement(() => sql`${statement}${returning}`).run(key)
    return countAffectedRows(result) > 0
  }

  /** Inserts a row unless there is one that has not expired. */
  async #insert(row: RecordRow): Promise<boolean> {
    if (await this.#records.insertIfAbsent(row)) return true
    // Most often there is no row, so the one that expired is deleted only if it is in the way.
    const isDeleted = await this.#deleteRow([row.kind, row.id], this.#isExpired)
    return isDeleted && this.#records.insertIfAbsent(row)
  }

  /** Increments a counter that has not expired, and returns it. */
  async #incrementRow(key: RecordKey): Promise<RecordRow | null> {
    const { mapping: columns } = this.#records
    const count = columns.getOrThrow('count').reference
    const update = sql`update ${columns.tableReference} set ${count} = ${count} + 1 where ${this.#matchesKey} and ${this.#isCurrent}`
    const row = this.#database.dialect.supportsReturning
      ? await this.#runReturning(update, key)
      : await this.#runAndSelect(update, key)
    return row ? this.#records.fromRow(row) : null
  }

  async #runReturning(update: RawBuilder<unknown>, key: RecordKey) {
    const { mapping: columns } = this.#records
    const statement = this.#records.prepareStatement(() => sql`${update} returning ${columns.selection}`)
    return (await statement.run(key)).rows[0]
  }

  /** The transaction holds the lock of the row, so the select reads what the update wrote. */
  async #runAndSelect(update: RawBuilder<unknown>, key: RecordKey) {
    const { mapping: columns } = this.#records
    const select = sql`select ${columns.selection} from ${columns.tableReference} where ${this.#matchesKey}`
    const queries = [update, select].map(built => this.#records.prepareStatement(() => built).bind(key))
    const [updated, selected] = await this.#database.connection.transaction(
      queries.filter(query => query !== null),
    )
    return updated && countAffectedRows(updated) > 0 ? selected?.rows[0] : undefined
  }
}
