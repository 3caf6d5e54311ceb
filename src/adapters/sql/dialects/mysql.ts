import { DummyDriver, Kysely, MysqlAdapter, MysqlIntrospector, MysqlQueryCompiler, sql } from 'kysely'
import type { ColumnType, Kind, Value } from '../schema.js'
import { milliseconds, plain, textOf } from '../values.js'
import {
  bitCodec,
  dateOf,
  integerCodec,
  isoCodec,
  jsonCodec,
  keyCodec,
  looseJsonCodec,
  millisecondsCodec,
  numberKeyCodec,
  textCodec,
} from './codecs.js'
import type { Codec, ColumnFacts, Dialect } from './dialect.js'

const compiler = new Kysely<unknown>({
  dialect: {
    createAdapter: () => new MysqlAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: db => new MysqlIntrospector(db),
    createQueryCompiler: () => new MysqlQueryCompiler(),
  },
})

const types = { text: 'mediumtext', integer: 'bigint', boolean: 'boolean', date: 'datetime(3)' }

/**
 * MySQL has no `returning` and MariaDB not everywhere, so both are asked again for what was written. Keys are binary:
 * every collation that both of them have takes `a` and `a ` for one text, and most take `A` for `a`.
 */
export const mysql: Dialect = {
  compiler,
  returns: false,
  lastNumber: () => sql`last_insert_id()`,
  lock: [],
  undoesSchema: false,
  tableOptions: ' engine = InnoDB default character set = utf8mb4 collate = utf8mb4_bin',
  clustered: '',
  typeOf: (type: ColumnType) => (typeof type === 'object' ? `varbinary(${type.keyOf})` : types[type]),
  codec: codecOf,
  columnsOf: ({ schema, name }) =>
    sql`select column_name as name, data_type as type, column_type as whole, character_octet_length as bytes, is_nullable = 'NO' and column_default is null and extra not like '%auto_increment%' as required, extra like '%auto_increment%' as counted from information_schema.columns where table_schema = ${schema === undefined ? sql`database()` : schema} and table_name = ${name} order by ordinal_position`.compile(
      compiler,
    ),
  factsOf: ({ name, type, whole, bytes, required, counted }) => ({
    name: textOf(name ?? ''),
    type: textOf(whole ?? '').toLowerCase() === 'tinyint(1)' ? 'boolean' : textOf(type ?? '').toLowerCase(),
    bytes: bytes === null || bytes === undefined ? undefined : Number(bytes),
    required: Number(required) === 1,
    counted: Number(counted) === 1,
  }),
  strictly: (column, value) => sql`cast(${column} as binary) = cast(${value} as binary)`,
  indexesOf: ({ schema, name }) =>
    sql`select distinct index_name as name from information_schema.statistics where table_schema = ${schema === undefined ? sql`database()` : schema} and table_name = ${name}`.compile(
      compiler,
    ),
  isTaken: error => hasNumber(error, [1062]),
  isLocked: error => hasNumber(error, [1205, 1213, 1020]),
  isFull: error => hasNumber(error, [1021, 1114, 3675]),
}

function codecOf(kind: Kind, column: ColumnFacts): Codec {
  const { type } = column
  if (type === 'datetime' || type === 'timestamp' || type === 'date') return timeCodec
  if (type === 'boolean' || kind === 'boolean') return bitCodec
  if (type === 'json') return { ...jsonCodec, selected: column => sql<Value>`cast(${column} as char)` }
  if (kind === 'key') return keyCodecOf(column)
  if (/int$/.test(type)) return kind === 'date' ? millisecondsCodec : integerCodec
  if (kind === 'date') return isoCodec
  return kind === 'json' ? looseJsonCodec : textual
}

function keyCodecOf(column: ColumnFacts): Codec {
  if (/int$/.test(column.type)) return numberKeyCodec(column.type === 'bigint' ? 18 : 9)
  return /binary|blob/.test(column.type) ? keyCodec(column) : { ...keyCodec(column), loose: true }
}

/** Written and read as text in UTC, because drivers make dates of it in the zone that they think is right. */
const timeCodec: Codec = {
  holds: () => true,
  write: value => new Date(milliseconds(value)).toISOString().slice(0, -1).replace('T', ' '),
  read: value => (value === null ? null : dateOf(textOf(value).slice(0, 23))),
  selected: column => sql<Value>`date_format(${column}, '%Y-%m-%dT%H:%i:%s.%f')`,
}

const textual: Codec = {
  ...textCodec,
  write: value => {
    if (value instanceof Date) return value.toISOString()
    return typeof value === 'boolean' ? Number(value) : plain(value)
  },
}

function hasNumber(error: unknown, numbers: readonly number[]): boolean {
  return error instanceof Error && 'errno' in error && numbers.includes(Number(error.errno))
}
