import { type CompiledQuery, type Kysely, type SqlBool, sql } from 'kysely'
import { type Prepared, prepare, slot } from './prepare.js'
import { type Kind, kindOf, type Row, sparse, type TableName, type Tables, type Value } from './schema.js'
import { decode, encode } from './values.js'

interface Column {
  readonly name: string
  /** What a result calls it, so that the columns of joined tables keep apart. */
  readonly alias: string
  readonly kind: Kind
}

/**
 * One table with the columns that it really has: fields without a column are not kept, columns that the app added are.
 * Every method is one statement, so that it can be tried again as a whole.
 */
export class Table<T extends object> {
  readonly #columns: readonly Column[]
  readonly #sparse: boolean

  constructor(
    readonly db: Kysely<Tables>,
    readonly name: TableName,
    columns: readonly { name: string; dataType: string }[],
  ) {
    this.#sparse = sparse.has(name)
    this.#columns = columns.map(column => ({
      name: column.name,
      alias: `${name}.${column.name}`,
      kind: kindOf(column.name, column.dataType),
    }))
  }

  /** All columns under their aliases, for `select` and `returning`. */
  get selection() {
    return this.#columns.map(({ name, alias }) => sql<Value>`${sql.id(this.name, name)}`.as(alias))
  }

  async insert(record: Partial<T>, db: Kysely<Tables> = this.db): Promise<T> {
    const query = db.insertInto(this.name).values(this.#toRow(record)).returning(this.selection)
    return this.fromRow(await query.executeTakeFirstOrThrow())
  }

  /** Changes the given fields of the record with this key; an undefined field is not given. */
  async update(record: Partial<T>, ...key: (keyof T & string)[]): Promise<T | null> {
    const row = this.#toRow(record)
    const changes = Object.fromEntries(
      Object.entries(row).filter(([name]) => !key.some(field => field === name)),
    )
    const query = this.db
      .updateTable(this.name)
      .set(Object.keys(changes).length > 0 ? changes : row)
      .where(
        sql<SqlBool>`${sql.join(
          key.map(name => sql`${sql.id(name)} = ${row[name] ?? null}`),
          sql` and `,
        )}`,
      )
      .returning(this.selection)
    const updated = await query.executeTakeFirst()
    return updated ? this.fromRow(updated) : null
  }

  listBy(...key: (keyof T & string)[]): Prepared<T[]> {
    const query = this.db.selectFrom(this.name).select(this.selection).where(has(key))
    return this.#records(query.compile())
  }

  findBy(...key: (keyof T & string)[]): Prepared<T | null> {
    return first(this.listBy(...key))
  }

  /** Removes and returns in one statement, so that of several callers one gets the record. */
  removeBy(...key: (keyof T & string)[]): Prepared<T | null> {
    const query = this.db.deleteFrom(this.name).where(has(key)).returning(this.selection)
    return first(this.#records(query.compile()))
  }

  /** Adds the record unless one with its key is there, which tells of several callers the first. */
  async insertOnce(record: T): Promise<boolean> {
    const query = this.db.insertInto(this.name).values(this.#toRow(record))
    const { numInsertedOrUpdatedRows } = await query.onConflict(on => on.doNothing()).executeTakeFirst()
    return numInsertedOrUpdatedRows === 1n
  }

  /**
   * Removes those that have expired, the oldest first and about `limit` of them: where there are more, as many as have
   * expired when the last of that number did.
   */
  async removeExpired(before: Date, limit: number): Promise<number> {
    const passed = sql<SqlBool>`${sql.id('expires')} < ${encode(before, 'date')}`
    const oldest = this.db.selectFrom(this.name).select('expires').where(passed).orderBy('expires')
    const last = await oldest
      .offset(limit - 1)
      .limit(1)
      .executeTakeFirst()
    const query = this.db.deleteFrom(this.name)
    const { numDeletedRows } = await (last
      ? query.where('expires', '<=', last.expires ?? null)
      : query.where(passed)
    ).executeTakeFirst()
    return Number(numDeletedRows)
  }

  /** The record in a result of {@link selection}. */
  fromRow(row: Row): T {
    const record: Record<string, unknown> = {}
    for (const { name, alias, kind } of this.#columns) {
      const value = decode(row[alias], kind)
      if (value !== null || !this.#sparse) record[name] = value
    }
    return record as T
  }

  #records(query: CompiledQuery<Row>): Prepared<T[]> {
    const rows = prepare(this.db, query)
    return async (...values) => (await rows(...values)).map(row => this.fromRow(row))
  }

  #toRow(record: Partial<T>): Row {
    const row: Row = {}
    for (const { name, kind } of this.#columns) {
      const value = Object.hasOwn(record, name) ? record[name as keyof T] : undefined
      if (value !== undefined) row[name] = encode(value, kind)
    }
    return row
  }
}

function has(key: readonly string[]) {
  return sql<SqlBool>`${sql.join(
    key.map(column => sql`${sql.id(column)} = ${slot}`),
    sql` and `,
  )}`
}

function first<T>(list: Prepared<T[]>): Prepared<T | null> {
  return async (...values) => (await list(...values))[0] ?? null
}
