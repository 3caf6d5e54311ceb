import type { Kysely, RawBuilder } from 'kysely'
import type { Connection, Query } from '../connection.js'
import type { TableIdentifier } from '../identifiers.js'
import type { ColumnKind, ColumnType, Value } from '../schema.js'

/** A column as the database has it. */
export interface ColumnInfo {
  readonly name: string
  /** The declared type, in lower case. */
  readonly type: string
  /** The longest text in bytes, where there is a limit that the database may enforce by cutting. */
  readonly maxBytes?: number | undefined
  /** It takes no null, and nothing is put in where nothing is given. */
  readonly required: boolean
  /** The database makes the value, one number after the other. */
  readonly autoIncrement: boolean
}

/** How the values of one column go in and come out. */
export interface Codec {
  write(value: unknown): Value
  read(value: Value): unknown
  /** False for a key that this column cannot hold as it is: no row has it, and the database need not be asked. */
  canStore(key: string): boolean
  /** What is selected in place of the column. */
  readonly selectExpression?: ((column: RawBuilder<Value>) => RawBuilder<Value>) | undefined
  /** What stands in a statement for a value of it. */
  readonly bindExpression?: ((value: Value) => RawBuilder<Value>) | undefined
  /** Is true of what lies before a date, where a comparison with a written value is not enough. */
  readonly before?: ((column: RawBuilder<Value>, date: Date) => RawBuilder<unknown>) | undefined
  /** The database takes different texts for equal: `ADA` for `ada`, `ada ` for `ada`. */
  readonly collationInsensitive?: boolean | undefined
}

/** What a family of databases does in its own way. */
export interface Dialect {
  /** Compiles statements; never runs one. */
  readonly compiler: Kysely<unknown>
  /** `insert`, `update` and `delete` give back the rows that they touched. */
  readonly supportsReturning: boolean
  /** The number that the last `insert` of this connection gave to this counted column. */
  lastInsertId(table: TableIdentifier, column: string): RawBuilder<Value>
  /** Declared types of our own columns. */
  getColumnType(type: ColumnType): string
  resolveCodec(kind: ColumnKind, column: ColumnInfo): Codec
  buildColumnsQuery(table: TableIdentifier): Query
  /** The names of the indexes of a table; only asked where {@link transactionalDdl} is false. */
  buildIndexesQuery(table: TableIdentifier): Query
  /** Reads a row that {@link buildColumnsQuery} gave. */
  toColumnInfo(row: Record<string, Value>): ColumnInfo
  /** Compares a column of a {@link Codec.collationInsensitive} codec to the letter. */
  binaryEquals(column: RawBuilder<Value>, value: unknown): RawBuilder<unknown>
  /** Statements at the beginning of each migration, which keep other processes waiting. */
  readonly lock: readonly string[]
  /** Schema changes come back when their transaction does, so that a migration is there or not. */
  readonly transactionalDdl: boolean
  /** What stands behind the columns of a new table. */
  readonly tableOptions: string
  /** What more stands behind those of a table whose rows lie in the index of their key, where that is not always so. */
  readonly clusteredTableOptions: string
  /** Another process was in the way, nothing was done, and the next attempt may succeed. */
  isLocked(error: unknown): boolean
  /** A record with this key is there; only asked where {@link supportsReturning} is false. */
  isUniqueViolation(error: unknown): boolean
  /** There is no room for what should be written. */
  isDiskFull(error: unknown): boolean
}

/** A database whose driver and dialect are known. */
export interface OpenedDatabase {
  readonly connection: Connection
  readonly dialect: Dialect
}
