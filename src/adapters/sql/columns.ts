import { type RawBuilder, sql } from 'kysely'
import { AdapterError } from '../../errors.js'
import type { Codec, ColumnFacts, Dialect } from './dialects/dialect.js'
import { type Names, reference, type TableIdentifier } from './names.js'
import { kindOf, type Row, sparse, type TableKey, type Value } from './schema.js'
import { Slot } from './statement.js'

export interface Column {
  /** What it is called in records. */
  readonly field: string
  readonly id: RawBuilder<Value>
  readonly facts: ColumnFacts
  /** What a result calls it: short, for PostgreSQL cuts long names, and unlike those of joined tables. */
  readonly alias: string
  readonly codec: Codec
}

/** A table as the database has it. */
export interface Description {
  readonly key: TableKey
  readonly names: Names
  readonly facts: readonly ColumnFacts[]
}

/** What stands for a table where several are joined. */
const letters: Readonly<Record<TableKey, string>> = {
  users: 'u',
  accounts: 'a',
  sessions: 's',
  verificationTokens: 'v',
  authenticators: 'p',
}

/**
 * One table with the columns that it really has: fields without a column are not kept, columns that the app added are.
 */
export class Columns {
  readonly all: readonly Column[]
  /** What a record has: the id of a row that is a one-time token is nobody's business. */
  readonly #read: readonly Column[]
  readonly table: TableIdentifier
  readonly reference: RawBuilder<unknown>
  readonly #dialect: Dialect
  readonly #key: TableKey

  constructor(dialect: Dialect, { names, key, facts }: Description) {
    this.#dialect = dialect
    this.#key = key
    this.table = names.table(key)
    this.reference = reference(this.table)
    this.all = facts.map((column, index) => {
      const field = names.field(key, column.name)
      const codec = dialect.codec(kindOf(key, field), column)
      return { field, id: sql.id(column.name), facts: column, alias: `${letters[key]}${index}`, codec }
    })
    this.#read = this.all.filter(({ field }) => key !== 'verificationTokens' || field !== 'id')
  }

  /** The table under its letter, for joins. */
  get joined(): RawBuilder<unknown> {
    return sql`${this.reference} as ${sql.id(letters[this.#key])}`
  }

  of(field: string): Column {
    const column = this.all.find(one => one.field === field)
    if (column) return column
    const { name } = this.table
    if (this.all.length === 0)
      throw new AdapterError(`There is no table "${name}". \`npx latchkey migrate\` makes it.`)
    throw new AdapterError(`The table "${name}" has no column for "${field}". Map it with \`columns\`.`)
  }

  /** A column under the letter of its table. */
  joinedColumn(field: string): RawBuilder<Value> {
    return sql`${sql.id(letters[this.#key])}.${this.of(field).id}`
  }

  /** All columns under their aliases, for `returning` and a `select` of this table. */
  get selection(): RawBuilder<unknown> {
    return this.#select(({ id }) => id)
  }

  /** The same where several tables are joined. */
  get joinedSelection(): RawBuilder<unknown> {
    return this.#select(({ field }) => this.joinedColumn(field))
  }

  /** Compares the fields, in the order in which a call gives its values. */
  matches(...fields: readonly string[]): RawBuilder<unknown> {
    return this.#conditions(fields, ({ id }) => id)
  }

  /** Compares one field with the second value of a call. */
  matchesSecond(field: string): RawBuilder<unknown> {
    return this.#conditions([field], ({ id }) => id, 1)
  }

  joinedMatches(...fields: readonly string[]): RawBuilder<unknown> {
    return this.#conditions(fields, ({ field }) => this.joinedColumn(field))
  }

  /** The record in a result of {@link selection}. */
  toRecord<T>(row: Row): T {
    const record: Record<string, unknown> = {}
    const isSparse = sparse.has(this.#key)
    for (const { field, alias, codec } of this.#read) {
      const value = row[alias] ?? null
      if (value !== null) record[field] = codec.read(value)
      else if (!isSparse) record[field] = null
    }
    return record as T
  }

  #select(selected: (column: Column) => RawBuilder<Value>): RawBuilder<unknown> {
    return sql.join(
      this.#read.map(column => {
        const id = selected(column)
        return sql`${column.codec.selected?.(id) ?? id} as ${sql.id(column.alias)}`
      }),
    )
  }

  #conditions(fields: readonly string[], selected: (column: Column) => RawBuilder<Value>, first = 0) {
    const conditions = fields.flatMap((field, index) => {
      const column = this.of(field)
      const slot = new Slot(first + index, column.codec.write, column.codec.holds)
      const id = selected(column)
      const found = sql`${id} = ${slot}`
      return column.codec.loose ? [found, this.#dialect.strictly(id, slot)] : [found]
    })
    return sql.join(conditions, sql` and `)
  }
}
