import { type RawBuilder, sql } from 'kysely'
import { AdapterError } from '../../errors.js'
import { type Column, Columns, type Description } from './columns.js'
import type { Query, Result } from './connection.js'
import type { Opened } from './dialects/dialect.js'
import type { Row, TableKey } from './schema.js'
import { type Prepared, Statement } from './statement.js'
import { assignments, changedRecord, changes, isCountedId, names, newRecord, values } from './writing.js'

/** What tells the records of a table apart. */
const keys: Readonly<Record<TableKey, readonly string[]>> = {
  users: ['id'],
  accounts: ['provider', 'providerAccountId'],
  sessions: ['sessionToken'],
  verificationTokens: ['identifier', 'token'],
  authenticators: ['credentialID'],
}

/** Statements that write a record, and which of their results has it. */
export interface Writing {
  readonly queries: readonly Query[]
  readonly answer: number
}

/** The statements on one table. Each method can be tried again as a whole. */
export class Table<T extends object> {
  readonly columns: Columns
  readonly #opened: Opened
  readonly #key: readonly string[]

  constructor(opened: Opened, description: Description) {
    this.#opened = opened
    this.#key = keys[description.key]
    this.columns = new Columns(opened.dialect, description)
  }

  /** The `id` where the database counts: what a record says of it is not kept. */
  get countedId(): Column | undefined {
    return this.columns.all.find(isCountedId)
  }

  async insert(record: Partial<T>): Promise<T> {
    const { queries, answer } = this.writing(record)
    const { connection } = this.#opened
    const results = this.countedId ? await connection.together(queries) : await this.#inTurn(queries)
    return this.read(results[answer])
  }

  /** The statements that insert a record; `instead` replaces values by expressions. */
  writing(record: Partial<T>, instead: Readonly<Record<string, RawBuilder<unknown>>> = {}): Writing {
    const { columns } = this
    const { returns } = this.#opened.dialect
    for (const field of this.#key) columns.of(field)
    const assigned = newRecord(columns, record).map(one => ({
      ...one,
      value: (instead[one.column.field] as typeof one.value | undefined) ?? one.value,
    }))
    const insert = sql`insert into ${columns.reference} (${names(assigned)}) values (${values(assigned)})`
    if (returns) return { queries: [this.#compile(sql`${insert} returning ${columns.selection}`)], answer: 0 }
    return { queries: [this.#compile(insert), this.#compile(this.#inserted(record))], answer: 1 }
  }

  /** The record in the result of a {@link Writing}. */
  read(result: Result | undefined): T {
    const [row] = result?.rows ?? []
    if (!row)
      throw new AdapterError(`A record of "${this.columns.table.name}" was gone as soon as it was written.`)
    return this.fromRow(row)
  }

  /** Changes the given fields of the record with this key; an undefined field is not given. */
  async update(record: Partial<T>): Promise<T | null> {
    const { columns } = this
    const key = this.#key.map(field => String(record[field as keyof T]))
    if (!this.#key.every((field, index) => columns.of(field).codec.holds(key[index] ?? ''))) return null

    const changed = changedRecord(columns, record, this.#key)
    const set = changes(changed.length > 0 ? changed : assignments(columns, record))
    const update = sql`update ${columns.reference} set ${set} where ${columns.matches(...this.#key)}`
    const { rows } = await this.#change(update, key)
    return rows[0] ? this.fromRow(rows[0]) : null
  }

  listBy(...fields: (keyof T & string)[]): Prepared<T[]> {
    const statement = this.statement(() => this.#selectWhere(fields))
    return async (...key) => (await statement.run(key)).rows.map(row => this.fromRow(row))
  }

  findBy(...fields: (keyof T & string)[]): Prepared<T | null> {
    return first(this.listBy(...fields))
  }

  /** Removes and returns, so that of several callers one gets the record. */
  removeBy(...fields: (keyof T & string)[]): Prepared<T | null> {
    const remove = () => sql`delete from ${this.columns.reference} where ${this.columns.matches(...fields)}`
    if (this.#opened.dialect.returns) {
      const statement = this.statement(() => sql`${remove()} returning ${this.columns.selection}`)
      return first(async (...key) => (await statement.run(key)).rows.map(row => this.fromRow(row)))
    }
    const find = this.findBy(...fields)
    const statement = this.statement(remove)
    return async (...key) => {
      const record = await find(...key)
      return record && (await statement.run(key)).changes === 1 ? record : null
    }
  }

  /** Adds the record unless one with its key is there, which tells of several callers the first. */
  async insertOnce(record: T): Promise<boolean> {
    const { columns } = this
    const { connection, dialect } = this.#opened
    for (const field of this.#key) columns.of(field)
    const assigned = newRecord(columns, record)
    const insert = sql`insert into ${columns.reference} (${names(assigned)}) values (${values(assigned)})`
    const count = this.#counted(dialect.returns ? sql`${insert} on conflict do nothing` : insert)
    try {
      return countOf(await connection.run(this.#compile(count))) === 1
    } catch (error) {
      if (dialect.isTaken(error)) return false
      throw error
    }
  }

  /** Removes about as many as are asked for of those that have expired, the oldest first, and counts them. */
  removeExpired(): (before: Date, limit: number) => Promise<number> {
    const { columns } = this
    const { connection, dialect } = this.#opened
    return async (before, limit) => {
      const { id, codec } = columns.of('expires')
      const passed = codec.earlier?.(id, before) ?? sql`${id} < ${codec.write(before)}`
      const oldest = sql`where ${passed} order by ${id} limit ${sql.lit(limit)}`
      const key = sql.join(this.#key.map(field => columns.of(field).id))
      const some = sql`where (${key}) in (select ${key} from ${columns.reference} ${oldest})`
      const remove = sql`delete from ${columns.reference} ${dialect.returns ? some : oldest}`
      return countOf(await connection.run(this.#compile(this.#counted(remove))))
    }
  }

  /** Removes what a condition says, and counts it. */
  removal(condition: () => RawBuilder<unknown>): Prepared<number> {
    const remove = () => sql`delete from ${this.columns.reference} where ${condition()}`
    const statement = this.statement(() => this.#counted(remove()))
    return async (...key) => countOf(await statement.run(key))
  }

  /** A statement of one's own over this table and others. */
  statement(build: () => RawBuilder<unknown>): Statement {
    return new Statement(this.#opened, build)
  }

  fromRow(row: Row): T {
    return this.columns.toRecord<T>(row)
  }

  #selectWhere(fields: readonly string[]): RawBuilder<unknown> {
    const { columns } = this
    const condition = columns.matches(...fields)
    return sql`select ${columns.selection} from ${columns.reference} where ${condition}`
  }

  /** What has just been inserted, where the database does not tell it. */
  #inserted(record: Partial<T>): RawBuilder<unknown> {
    const { columns, countedId } = this
    const { dialect } = this.#opened
    const select = sql`select ${columns.selection} from ${columns.reference}`
    if (countedId)
      return sql`${select} where ${countedId.id} = ${dialect.lastNumber(columns.table, countedId.facts.name)}`
    const key = assignments(columns, record).filter(({ column }) => this.#key.includes(column.field))
    const conditions = key.map(({ column, value }) => sql`${column.id} = ${value}`)
    return sql`${select} where ${sql.join(conditions, sql` and `)}`
  }

  #counted(statement: RawBuilder<unknown>): RawBuilder<unknown> {
    return this.#opened.dialect.returns ? sql`${statement} returning 1 as one` : statement
  }

  async #change(update: RawBuilder<unknown>, key: readonly string[]): Promise<Result> {
    if (this.#opened.dialect.returns)
      return this.statement(() => sql`${update} returning ${this.columns.selection}`).run(key)
    await this.statement(() => update).run(key)
    return this.statement(() => this.#selectWhere(this.#key)).run(key)
  }

  async #inTurn(queries: readonly Query[]): Promise<Result[]> {
    const results: Result[] = []
    for (const query of queries) results.push(await this.#opened.connection.run(query))
    return results
  }

  #compile(statement: RawBuilder<unknown>): Query {
    return statement.compile(this.#opened.dialect.compiler)
  }
}

function countOf({ rows, changes }: Result): number {
  return changes ?? rows.length
}

function first<T>(list: Prepared<T[]>): Prepared<T | null> {
  return async (...key) => (await list(...key))[0] ?? null
}
