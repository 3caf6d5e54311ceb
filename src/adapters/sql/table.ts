import { type RawBuilder, sql } from 'kysely'
import { AdapterError } from '../../errors.js'
import {
  buildAssignments,
  buildColumnList,
  buildInsertAssignments,
  buildSetList,
  buildUpdateAssignments,
  buildValueList,
  isAutoIncrementId,
} from './assignments.js'
import type { Query, QueryResult } from './connection.js'
import type { DatabaseHandle } from './dialects/dialect.js'
import type { Row, TableId } from './schema.js'
import { type PreparedQuery, Statement } from './statement.js'
import { type Column, type TableDescription, TableMapping } from './table-mapping.js'

/** The key fields of each table. */
const primaryKeys: Readonly<Record<TableId, readonly string[]>> = {
  users: ['id'],
  accounts: ['provider', 'providerAccountId'],
  sessions: ['sessionToken'],
  verificationTokens: ['identifier', 'token'],
  authenticators: ['credentialID'],
  records: ['kind', 'id'],
}

/** The statements that insert a record, and the index of the result that contains it. */
export interface InsertPlan {
  readonly queries: readonly Query[]
  readonly resultIndex: number
}

/** Runs the statements on one table. Each method can be retried as a whole. */
export class Table<T extends object> {
  readonly mapping: TableMapping
  readonly #handle: DatabaseHandle
  readonly #primaryKey: readonly string[]

  constructor(handle: DatabaseHandle, description: TableDescription) {
    this.#handle = handle
    this.#primaryKey = primaryKeys[description.key]
    this.mapping = new TableMapping(handle.dialect, description)
  }

  /** The auto-increment `id` column, if there is one. The `id` of a new record is then ignored. */
  get autoIncrementId(): Column | undefined {
    return this.mapping.all.find(isAutoIncrementId)
  }

  async insert(record: Partial<T>): Promise<T> {
    const { queries, resultIndex } = this.planInsert(record)
    const { connection } = this.#handle
    const [first, ...others] = queries
    // The transaction locks the new record until it is read, so that no other process can delete it before.
    const results =
      first && others.length === 0 ? [await connection.run(first)] : await connection.transaction(queries)
    return this.readInserted(results[resultIndex])
  }

  /** Builds the statements that insert a record. `expressions` replaces the values of fields by SQL expressions. */
  planInsert(
    record: Partial<T>,
    expressions: Readonly<Record<string, RawBuilder<unknown>>> = {},
  ): InsertPlan {
    const insert = this.buildInsert(record, expressions)
    if (this.#handle.dialect.supportsReturning)
      return { queries: [this.#compile(sql`${insert} returning ${this.mapping.selection}`)], resultIndex: 0 }
    return {
      queries: [this.#compile(insert), this.#compile(this.#buildInsertedSelect(record))],
      resultIndex: 1,
    }
  }

  /** Builds the statement that inserts a record. */
  buildInsert(
    record: Partial<T>,
    expressions: Readonly<Record<string, RawBuilder<unknown>>> = {},
  ): RawBuilder<unknown> {
    const { mapping } = this
    for (const field of this.#primaryKey) mapping.getOrThrow(field)
    const assignments = buildInsertAssignments(mapping, record).map(assignment => ({
      ...assignment,
      value:
        (expressions[assignment.column.field] as typeof assignment.value | undefined) ?? assignment.value,
    }))
    return sql`insert into ${mapping.tableReference} (${buildColumnList(assignments)}) values (${buildValueList(assignments)})`
  }

  /** Reads the record from the result of an {@link InsertPlan}. */
  readInserted(result: QueryResult | undefined): T {
    const [row] = result?.rows ?? []
    if (!row)
      throw new AdapterError(`A new record of "${this.mapping.table.name}" was not found after its insert.`)
    return this.fromRow(row)
  }

  /**
   * Updates the fields that are not `undefined`. Returns `null` if there is no record with this key, or if the record does not have
   * the values of `expected`.
   */
  async update(record: Partial<T>, expected: Partial<T> = {}): Promise<T | null> {
    const { mapping } = this
    const key = this.#primaryKey.map(field => String(record[field as keyof T]))
    if (!this.#primaryKey.every((field, index) => mapping.getOrThrow(field).codec.canStore(key[index] ?? '')))
      return null

    const changedAssignments = buildUpdateAssignments(mapping, record, this.#primaryKey)
    const set = buildSetList(
      changedAssignments.length > 0 ? changedAssignments : buildAssignments(mapping, record),
    )
    const conditions = [
      mapping.buildCondition(...this.#primaryKey),
      ...buildAssignments(mapping, expected).map(({ column, value }) => sql`${column.reference} = ${value}`),
    ]
    const update = sql`update ${mapping.tableReference} set ${set} where ${sql.join(conditions, sql` and `)}`
    const { rows } = await this.#runUpdate(update, key, conditions.length > 1)
    return rows[0] ? this.fromRow(rows[0]) : null
  }

  prepareListBy(...fields: (keyof T & string)[]): PreparedQuery<T[]> {
    const statement = this.prepareStatement(() => this.#buildSelectWhere(fields))
    return async (...key) => (await statement.run(key)).rows.map(row => this.fromRow(row))
  }

  prepareFindBy(...fields: (keyof T & string)[]): PreparedQuery<T | null> {
    return pickFirst(this.prepareListBy(...fields))
  }

  /** Prepares a removal that returns the record to exactly one of several concurrent callers. */
  prepareDeleteReturning(...fields: (keyof T & string)[]): PreparedQuery<T | null> {
    const remove = () =>
      sql`delete from ${this.mapping.tableReference} where ${this.mapping.buildCondition(...fields)}`
    if (this.#handle.dialect.supportsReturning) {
      const statement = this.prepareStatement(() => sql`${remove()} returning ${this.mapping.selection}`)
      return pickFirst(async (...key) => (await statement.run(key)).rows.map(row => this.fromRow(row)))
    }
    const find = this.prepareFindBy(...fields)
    const statement = this.prepareStatement(remove)
    return async (...key) => {
      const record = await find(...key)
      return record && (await statement.run(key)).affectedRows === 1 ? record : null
    }
  }

  /** Inserts the record unless its key exists. Returns `true` to exactly one of several concurrent callers. */
  async insertIfAbsent(record: T): Promise<boolean> {
    const { connection, dialect } = this.#handle
    const insert = this.buildInsert(record)
    const countedInsert = this.#withRowCount(
      dialect.supportsReturning ? sql`${insert} on conflict do nothing` : insert,
    )
    try {
      return countAffectedRows(await connection.run(this.#compile(countedInsert))) === 1
    } catch (error) {
      if (dialect.isUniqueViolation(error)) return false
      throw error
    }
  }

  /** Prepares the removal of up to about `limit` expired records, oldest first. The query returns their number. */
  prepareDeleteExpired(): (before: Date, limit: number) => Promise<number> {
    const { mapping } = this
    const { connection, dialect } = this.#handle
    return async (before, limit) => {
      const { reference } = mapping.getOrThrow('expires')
      const oldestFirst = sql`where ${mapping.buildIsBefore('expires', before)} order by ${reference} limit ${sql.lit(limit)}`
      const key = sql.join(this.#primaryKey.map(field => mapping.getOrThrow(field).reference))
      const matchingKeys = sql`where (${key}) in (select ${key} from ${mapping.tableReference} ${oldestFirst})`
      const remove = sql`delete from ${mapping.tableReference} ${dialect.supportsReturning ? matchingKeys : oldestFirst}`
      return countAffectedRows(await connection.run(this.#compile(this.#withRowCount(remove))))
    }
  }

  /** Prepares the removal of the records that match a condition. The query returns their number. */
  prepareDelete(condition: () => RawBuilder<unknown>): PreparedQuery<number> {
    const remove = () => sql`delete from ${this.mapping.tableReference} where ${condition()}`
    const statement = this.prepareStatement(() => this.#withRowCount(remove()))
    return async (...key) => countAffectedRows(await statement.run(key))
  }

  /** Prepares a custom statement over this table and others. */
  prepareStatement(build: () => RawBuilder<unknown>): Statement {
    return new Statement(this.#handle, build)
  }

  fromRow(row: Row): T {
    return this.mapping.toRecord<T>(row)
  }

  #buildSelectWhere(fields: readonly string[]): RawBuilder<unknown> {
    const { mapping } = this
    const condition = mapping.buildCondition(...fields)
    return sql`select ${mapping.selection} from ${mapping.tableReference} where ${condition}`
  }

  /** Builds the query for a record that was just inserted, for databases without `returning`. */
  #buildInsertedSelect(record: Partial<T>): RawBuilder<unknown> {
    const { mapping, autoIncrementId } = this
    const { dialect } = this.#handle
    const select = sql`select ${mapping.selection} from ${mapping.tableReference}`
    if (autoIncrementId)
      return sql`${select} where ${autoIncrementId.reference} = ${dialect.lastInsertId(mapping.table, autoIncrementId.info.name)}`
    const key = buildAssignments(mapping, record).filter(({ column }) =>
      this.#primaryKey.includes(column.field),
    )
    const conditions = key.map(({ column, value }) => sql`${column.reference} = ${value}`)
    return sql`${select} where ${sql.join(conditions, sql` and `)}`
  }

  #withRowCount(statement: RawBuilder<unknown>): RawBuilder<unknown> {
    return this.#handle.dialect.supportsReturning ? sql`${statement} returning 1 as one` : statement
  }

  async #runUpdate(
    update: RawBuilder<unknown>,
    key: readonly string[],
    isConditional: boolean,
  ): Promise<QueryResult> {
    if (this.#handle.dialect.supportsReturning)
      return this.prepareStatement(() => sql`${update} returning ${this.mapping.selection}`).run(key)
    const updated = await this.prepareStatement(() => update).run(key)
    // Servers can count a row that already had the new values as not affected, so the count matters only for a condition.
    if (isConditional && countAffectedRows(updated) === 0) return updated
    return this.prepareStatement(() => this.#buildSelectWhere(this.#primaryKey)).run(key)
  }

  #compile(statement: RawBuilder<unknown>): Query {
    return statement.compile(this.#handle.dialect.compiler)
  }
}

export function countAffectedRows({ rows, affectedRows }: QueryResult): number {
  return affectedRows ?? rows.length
}

function pickFirst<T>(list: PreparedQuery<T[]>): PreparedQuery<T | null> {
  return async (...key) => (await list(...key))[0] ?? null
}
