import type { Kysely, RawBuilder } from 'kysely'
import type { Connection, Query } from '../connection.js'
import type { QualifiedTableName } from '../identifiers.js'
import type { ColumnKind, ColumnType, Value } from '../schema.js'

/** The definition of a column in the database. */
export interface ColumnInfo {
  readonly name: string
  /** The declared type, in lower case. */
  readonly type: string
  /** The maximum length of text in bytes, if the database may enforce it by truncation. */
  readonly maxBytes?: number | undefined
  /** Whether the collation may treat different texts as equal. Undefined if the type alone decides. */
  readonly hasLooseCollation?: boolean | undefined
  /** Whether the column is `not null` without a default. */
  readonly required: boolean
  /** Whether the database generates consecutive numbers for the column. */
  readonly autoIncrement: boolean
}

/** Converts the values of one column between records and the database. */
export interface Codec {
  write(value: unknown): Value
  read(value: Value): unknown
  /** Returns false for a key that the column cannot store unchanged. No row has it, so no query is needed. */
  canStore(key: string): boolean
  /** Returns the expression to select instead of the column. */
  readonly selectExpression?: ((column: RawBuilder<Value>) => RawBuilder<Value>) | undefined
  /** Returns the expression that binds a value. */
  readonly bindExpression?: ((value: Value) => RawBuilder<Value>) | undefined
  /** Returns the condition for values before a date, if comparing with a written value is not enough. */
  readonly before?: ((column: RawBuilder<Value>, date: Date) => RawBuilder<unknown>) | undefined
  /** Whether the database may treat different texts as equal: `ADA` and `ada`, or `ada ` and `ada`. */
  readonly hasLooseCollation?: boolean | undefined
}

/** The differences between database systems. */
export interface Dialect {
  /** Compiles statements; never runs one. */
  readonly compiler: Kysely<unknown>
  /** Whether `insert`, `update` and `delete` can return the affected rows. */
  readonly supportsReturning: boolean
  /** Whether one statement can insert into two tables: `with` can contain an `insert`. */
  readonly supportsInsertInWith: boolean
  /** Returns the expression for the number that the connection's last `insert` generated for this column. */
  lastInsertId(table: QualifiedTableName, column: string): RawBuilder<Value>
  /** Returns the declared type of a column that a migration creates. */
  getColumnType(type: ColumnType): string
  resolveCodec(kind: ColumnKind, column: ColumnInfo): Codec
  buildColumnsQuery(table: QualifiedTableName): Query
  /** Builds the query for the index names of a table. Only used if {@link transactionalDdl} is false. */
  buildIndexesQuery(table: QualifiedTableName): Query
  /** Parses a row of the {@link buildColumnsQuery} result. */
  toColumnInfo(row: Record<string, Value>): ColumnInfo
  /** Returns a byte-exact comparison, for a column with a {@link Codec.hasLooseCollation} codec. */
  binaryEquals(column: RawBuilder<Value>, value: unknown): RawBuilder<unknown>
  /** Statements at the start of each migration that make other processes wait. */
  readonly lockStatements: readonly string[]
  /** Whether schema changes are rolled back with their transaction, which makes a migration atomic. */
  readonly transactionalDdl: boolean
  /** The options after the columns of a new table. */
  readonly tableOptions: string
  /** Additional options for a table whose rows are stored in the index of their key; empty if that is the default. */
  readonly clusteredTableOptions: string
  /** Returns whether another process held a lock: nothing was done, and a retry may succeed. */
  isRetryableError(error: unknown): boolean
  /** Returns whether a record with this key exists. Only used if {@link supportsReturning} is false. */
  isUniqueViolation(error: unknown): boolean
  /** Returns whether the disk is full. */
  isDiskFullError(error: unknown): boolean
}

/** A database connection with its dialect. */
export interface DatabaseHandle {
  readonly connection: Connection
  readonly dialect: Dialect
}
