import { type RawBuilder, sql } from 'kysely'
import { AdapterError } from '../../errors.js'
import type { Codec, ColumnInfo, Dialect } from './dialects/dialect.js'
import { type Identifiers, type QualifiedTableName, toTableReference } from './identifiers.js'
import { getColumnKind, type Row, type TableId, tablesOmittingNulls, type Value } from './schema.js'
import { Placeholder } from './statement.js'

export interface Column {
  /** The field's name in records. */
  readonly field: string
  readonly reference: RawBuilder<Value>
  readonly info: ColumnInfo
  /** The column's name in results. Short because PostgreSQL truncates long names, and unique across joined tables. */
  readonly alias: string
  readonly codec: Codec
}

/** A table and the columns that it has in the database. */
export interface TableDescription {
  readonly key: TableId
  readonly identifiers: Identifiers
  readonly columns: readonly ColumnInfo[]
}

/** The database lacks a table or a column. A migration may create it later. */
export class SchemaError extends AdapterError {
  static override type = 'AdapterError'
}

/** Aliases of the tables in joins. */
const tableAliases: Readonly<Record<TableId, string>> = {
  users: 'u',
  accounts: 'a',
  sessions: 's',
  verificationTokens: 'v',
  authenticators: 'p',
  records: 'r',
}

/**
 * The columns that a table has in the database. Fields without a column are not stored; columns that the app added are.
 */
export class TableMapping {
  readonly all: readonly Column[]
  /** The columns that become fields of a record. The row id of a one-time token is left out. */
  readonly #recordColumns: readonly Column[]
  readonly table: QualifiedTableName
  readonly tableReference: RawBuilder<unknown>
  readonly #dialect: Dialect
  readonly #key: TableId

  constructor(dialect: Dialect, { identifiers, key, columns }: TableDescription) {
    this.#dialect = dialect
    this.#key = key
    this.table = identifiers.table(key)
    this.tableReference = toTableReference(this.table)
    this.all = columns.map((column, index) => {
      const field = identifiers.field(key, column.name)
      const codec = dialect.resolveCodec(getColumnKind(key, field), column)
      return {
        field,
        reference: sql.id(column.name),
        info: column,
        alias: `${tableAliases[key]}${index}`,
        codec,
      }
    })
    this.#recordColumns = this.all.filter(({ field }) => key !== 'verificationTokens' || field !== 'id')
  }

  /** The table under its alias, for joins. */
  get joinedTable(): RawBuilder<unknown> {
    return sql`${this.tableReference} as ${sql.id(tableAliases[this.#key])}`
  }

  getOrThrow(field: string): Column {
    const column = this.all.find(candidate => candidate.field === field)
    if (column) return column
    const { name } = this.table
    if (this.all.length === 0)
      throw new SchemaError(`The table "${name}" does not exist. Run \`npx latchkey migrate\` to create it.`)
    throw new SchemaError(`The table "${name}" has no column for "${field}". Map it with \`columns\`.`)
  }

  /** Returns a column qualified by the alias of its table. */
  buildJoinedColumn(field: string): RawBuilder<Value> {
    return sql`${sql.id(tableAliases[this.#key])}.${this.getOrThrow(field).reference}`
  }

  /** All columns under their aliases, for `returning` and a `select` of this table. */
  get selection(): RawBuilder<unknown> {
    return this.#buildSelection(({ reference }) => reference)
  }

  /** All columns under their aliases, for a `select` over joined tables. */
  get joinedSelection(): RawBuilder<unknown> {
    return this.#buildSelection(({ field }) => this.buildJoinedColumn(field))
  }

  /** Builds a condition that compares each field with the value at the same position of a call. */
  buildCondition(...fields: readonly string[]): RawBuilder<unknown> {
    return this.#buildConditions(fields, ({ reference }) => reference)
  }

  /** Builds a condition that compares each field with the value of a call at the same position after `firstIndex`. */
  buildConditionFrom(firstIndex: number, ...fields: readonly string[]): RawBuilder<unknown> {
    return this.#buildConditions(fields, ({ reference }) => reference, firstIndex)
  }

  /** Builds a condition for a date that is before another. A row without the date does not match. */
  buildIsBefore(field: string, date: Date): RawBuilder<unknown> {
    const { reference, codec } = this.getOrThrow(field)
    return codec.before?.(reference, date) ?? sql`${reference} < ${codec.write(date)}`
  }

  buildJoinedCondition(...fields: readonly string[]): RawBuilder<unknown> {
    return this.#buildConditions(fields, ({ field }) => this.buildJoinedColumn(field))
  }

  /** Converts a row of {@link selection} to a record. */
  toRecord<T>(row: Row): T {
    const record: Record<string, unknown> = {}
    const omitsNulls = tablesOmittingNulls.has(this.#key)
    for (const { field, alias, codec } of this.#recordColumns) {
      const value = row[alias] ?? null
      if (value !== null) record[field] = codec.read(value)
      else if (!omitsNulls) record[field] = null
    }
    return record as T
  }

  #buildSelection(resolveIdentifier: (column: Column) => RawBuilder<Value>): RawBuilder<unknown> {
    return sql.join(
      this.#recordColumns.map(column => {
        const identifier = resolveIdentifier(column)
        return sql`${column.codec.selectExpression?.(identifier) ?? identifier} as ${sql.id(column.alias)}`
      }),
    )
  }

  #buildConditions(
    fields: readonly string[],
    resolveIdentifier: (column: Column) => RawBuilder<Value>,
    firstIndex = 0,
  ) {
    const conditions = fields.flatMap((field, index) => {
      const column = this.getOrThrow(field)
      const placeholder = new Placeholder(firstIndex + index, column.codec.write, column.codec.canStore)
      const identifier = resolveIdentifier(column)
      const equality = sql`${identifier} = ${placeholder}`
      return column.codec.hasLooseCollation
        ? [equality, this.#dialect.binaryEquals(identifier, placeholder)]
        : [equality]
    })
    return sql.join(conditions, sql` and `)
  }
}
