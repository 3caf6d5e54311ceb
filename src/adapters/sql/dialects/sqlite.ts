import { DummyDriver, Kysely, SqliteAdapter, SqliteIntrospector, SqliteQueryCompiler, sql } from 'kysely'
import { toColumnValue } from '../column-values.js'
import type { ColumnKind } from '../schema.js'
import {
  createKeyCodec,
  createNumberKeyCodec,
  integerCodec,
  isoCodec,
  jsonCodec,
  jsonOrTextCodec,
  millisecondsCodec,
  numericBooleanCodec,
  textCodec,
} from './codecs.js'
import type { Codec, ColumnInfo, Dialect } from './dialect.js'

const compiler = new Kysely<unknown>({
  dialect: {
    createAdapter: () => new SqliteAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: db => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  },
})

export const sqlite: Dialect = {
  compiler,
  supportsReturning: true,
  supportsInsertInWith: false,
  lastInsertId: () => sql`last_insert_rowid()`,
  binaryEquals: (column, value) => sql`cast(${column} as blob) = cast(${value} as blob)`,
  lockStatements: [],
  transactionalDdl: true,
  tableOptions: '',
  clusteredTableOptions: ' without rowid',
  getColumnType: type => (type === 'integer' || type === 'boolean' || type === 'date' ? 'integer' : 'text'),
  resolveCodec: resolveColumnCodec,
  // No pragma returns the collation of a column, so a definition that names any counts.
  buildColumnsQuery: ({ schema = 'main', name }) =>
    sql`select name, type, pk, "notnull" as required, dflt_value as default_value, exists (select 1 from ${sql.id(schema, 'sqlite_master')} as definition where definition.type = 'table' and definition.name = ${name} collate nocase and definition.sql like '%collate%') as collated from pragma_table_info(${name}, ${schema})`.compile(
      compiler,
    ),
  toColumnInfo: ({ name, type, pk, required, default_value, collated }) => {
    const declaredType = String(type).toLowerCase()
    const autoIncrement = declaredType === 'integer' && Number(pk) === 1
    return {
      name: String(name),
      type: declaredType,
      autoIncrement,
      hasLooseCollation: Number(collated) === 1,
      required: Number(required) === 1 && default_value === null && !autoIncrement,
    }
  },
  buildIndexesQuery: table => sqlite.buildColumnsQuery(table),
  isUniqueViolation: () => false,
  isRetryableError: error => hasErrorCode(error, /^SQLITE_(BUSY|LOCKED)/, [5, 6]),
  isDiskFullError: error => hasErrorCode(error, /^SQLITE_FULL/, [13]),
}

function resolveColumnCodec(kind: ColumnKind, column: ColumnInfo): Codec {
  const isInteger = /int/.test(column.type)
  if (kind === 'key') return isInteger ? createNumberKeyCodec(16) : createKeyCodec(column)
  if (kind === 'date') return isInteger ? millisecondsCodec : createDateCodec(column.type)
  if (kind === 'boolean') return numericBooleanCodec
  if (kind === 'integer') return integerCodec
  if (kind === 'json') return jsonOrTextCodec
  return kind === 'custom' ? resolveCustomCodec(column.type) : textCodec
}

/** Creates the codec of a time column, which may contain text in one row and a number in another. */
function createDateCodec(type: string): Codec {
  const codec = /^(date|timestamp)/.test(type) ? millisecondsCodec : isoCodec
  return {
    ...codec,
    before: (column, date) => {
      const isText = sql`typeof(${column}) = 'text'`
      return sql`case when ${isText} then ${column} < ${date.toISOString()} else ${column} < ${date.getTime()} end`
    },
  }
}

/** Resolves the codec of a custom column by its declared type, which SQLite itself does not enforce. */
function resolveCustomCodec(type: string): Codec {
  if (/^bool/.test(type)) return numericBooleanCodec
  if (/^(date|timestamp)/.test(type)) return millisecondsCodec
  return /^json/.test(type) ? jsonCodec : coercingTextCodec
}

const coercingTextCodec: Codec = {
  ...textCodec,
  write: value => {
    if (value instanceof Date) return value.getTime()
    return typeof value === 'boolean' ? Number(value) : toColumnValue(value)
  },
}

/** Checks the error code: `code` in libsql and better-sqlite3, the low byte of `errcode` in node:sqlite. */
function hasErrorCode(error: unknown, code: RegExp, numbers: readonly number[]): boolean {
  if (!(error instanceof Error)) return false
  if ('code' in error && code.test(String(error.code))) return true
  return 'errcode' in error && numbers.includes(Number(error.errcode) & 0xff)
}
