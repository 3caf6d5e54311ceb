import { DummyDriver, Kysely, MysqlAdapter, MysqlIntrospector, MysqlQueryCompiler, sql } from 'kysely'
import { toColumnValue, toMilliseconds, toText } from '../column-values.js'
import type { ColumnKind, ColumnType, Value } from '../schema.js'
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
  toDate,
} from './codecs.js'
import type { Codec, ColumnInfo, Dialect } from './dialect.js'

const compiler = new Kysely<unknown>({
  dialect: {
    createAdapter: () => new MysqlAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: db => new MysqlIntrospector(db),
    createQueryCompiler: () => new MysqlQueryCompiler(),
  },
})

const columnTypes = { text: 'mediumtext', integer: 'bigint', boolean: 'boolean', date: 'datetime(3)' }

/**
 * The dialect of MySQL and MariaDB. MySQL has no `returning` and MariaDB supports it only for some statements, so written
 * records are read back. Keys are binary: every collation that both support treats `a` and `a ` as equal, and most treat
 * `A` and `a` as equal.
 */
export const mysql: Dialect = {
  compiler,
  supportsReturning: false,
  supportsInsertInWith: false,
  lastInsertId: () => sql`last_insert_id()`,
  lockStatements: [],
  transactionalDdl: false,
  tableOptions: ' engine = InnoDB default character set = utf8mb4 collate = utf8mb4_bin',
  clusteredTableOptions: '',
  getColumnType: (type: ColumnType) =>
    typeof type === 'object' ? `varbinary(${type.maxKeyBytes})` : columnTypes[type],
  resolveCodec: resolveColumnCodec,
  buildColumnsQuery: ({ schema, name }) =>
    sql`select column_name as name, data_type as type, column_type as full_type, character_octet_length as bytes, is_nullable = 'NO' and column_default is null and extra not like '%auto_increment%' as required, extra like '%auto_increment%' as auto_increment from information_schema.columns where table_schema = ${schema === undefined ? sql`database()` : schema} and table_name = ${name} order by ordinal_position`.compile(
      compiler,
    ),
  toColumnInfo: ({ name, type, full_type, bytes, required, auto_increment }) => ({
    name: toText(name ?? ''),
    type:
      toText(full_type ?? '').toLowerCase() === 'tinyint(1)' ? 'boolean' : toText(type ?? '').toLowerCase(),
    maxBytes: bytes === null || bytes === undefined ? undefined : Number(bytes),
    required: Number(required) === 1,
    autoIncrement: Number(auto_increment) === 1,
  }),
  binaryEquals: (column, value) => sql`cast(${column} as binary) = cast(${value} as binary)`,
  buildIndexesQuery: ({ schema, name }) =>
    sql`select distinct index_name as name from information_schema.statistics where table_schema = ${schema === undefined ? sql`database()` : schema} and table_name = ${name}`.compile(
      compiler,
    ),
  isUniqueViolation: error => hasErrorNumber(error, [1062]),
  isRetryableError: error => hasErrorNumber(error, [1205, 1213, 1020]),
  isDiskFullError: error => hasErrorNumber(error, [1021, 1114, 3675]),
}

function resolveColumnCodec(kind: ColumnKind, column: ColumnInfo): Codec {
  const { type } = column
  if (type === 'datetime' || type === 'timestamp' || type === 'date') return dateCodec
  if (type === 'boolean' || kind === 'boolean') return numericBooleanCodec
  if (type === 'json')
    return { ...jsonCodec, selectExpression: column => sql<Value>`cast(${column} as char)` }
  if (kind === 'key') return resolveKeyCodec(column)
  if (/int$/.test(type)) return kind === 'date' ? millisecondsCodec : integerCodec
  if (kind === 'date') return isoCodec
  return kind === 'json' ? jsonOrTextCodec : coercingTextCodec
}

function resolveKeyCodec(column: ColumnInfo): Codec {
  if (/int$/.test(column.type)) return createNumberKeyCodec(column.type === 'bigint' ? 18 : 9)
  return /binary|blob/.test(column.type)
    ? createKeyCodec(column)
    : { ...createKeyCodec(column), hasLooseCollation: true }
}

/** Writes and reads times as text in UTC, because drivers convert dates by a time zone of their configuration. */
const dateCodec: Codec = {
  canStore: () => true,
  write: value => new Date(toMilliseconds(value)).toISOString().slice(0, -1).replace('T', ' '),
  read: value => (value === null ? null : toDate(toText(value).slice(0, 23))),
  selectExpression: column => sql<Value>`date_format(${column}, '%Y-%m-%dT%H:%i:%s.%f')`,
}

const coercingTextCodec: Codec = {
  ...textCodec,
  write: value => {
    if (value instanceof Date) return value.toISOString()
    return typeof value === 'boolean' ? Number(value) : toColumnValue(value)
  },
}

function hasErrorNumber(error: unknown, numbers: readonly number[]): boolean {
  return error instanceof Error && 'errno' in error && numbers.includes(Number(error.errno))
}
