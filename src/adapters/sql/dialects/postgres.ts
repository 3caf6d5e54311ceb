import {
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  sql,
} from 'kysely'
import { toColumnValue, toMilliseconds } from '../column-values.js'
import type { QualifiedTableName } from '../identifiers.js'
import type { ColumnKind, Value } from '../schema.js'
import {
  booleanCodec,
  createKeyCodec,
  createNumberKeyCodec,
  integerCodec,
  isoCodec,
  jsonCodec,
  jsonOrTextCodec,
  millisecondsCodec,
  textCodec,
  toDate,
} from './codecs.js'
import type { Codec, ColumnInfo, Dialect } from './dialect.js'

const compiler = new Kysely<unknown>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: db => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
})

const columnTypes = { text: 'text', integer: 'bigint', boolean: 'boolean', date: 'timestamptz(3)' }

export const postgres: Dialect = {
  compiler,
  supportsReturning: true,
  supportsInsertInWith: true,
  lastInsertId: (table, column) =>
    sql`currval(pg_get_serial_sequence(${sql.lit(quoteTable(table))}, ${sql.lit(column)}))`,
  binaryEquals: (column, value) => sql`cast(${column} as text) collate "C" = cast(${value} as text)`,
  /** Takes an advisory lock with an arbitrary key. It is released when the transaction ends, also after a failure. */
  lockStatements: ['select pg_advisory_xact_lock(7242368450)'],
  transactionalDdl: true,
  tableOptions: '',
  clusteredTableOptions: '',
  getColumnType: type => (typeof type === 'object' ? 'text' : columnTypes[type]),
  resolveCodec: resolveColumnCodec,
  // PostgreSQL 11 has no column `collisdeterministic`, so it is read through JSON.
  buildColumnsQuery: table =>
    sql`select a.attname as name, t.typname as type, a.attnotnull and not a.atthasdef and a.attidentity = '' as required, a.attidentity <> '' or coalesce(pg_get_expr(d.adbin, d.adrelid) like 'nextval(%', false) as auto_increment, (select to_jsonb(c) ->> 'collisdeterministic' from pg_collation c where c.oid = a.attcollation) as deterministic from pg_attribute a join pg_type t on t.oid = a.atttypid left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum where a.attrelid = to_regclass(${quoteTable(table)}::text) and a.attnum > 0 and not a.attisdropped order by a.attnum`.compile(
      compiler,
    ),
  toColumnInfo: ({ name, type, required, auto_increment, deterministic }) => ({
    name: String(name),
    type: String(type),
    hasLooseCollation: type === 'citext' || deterministic === 'false',
    required: required === true,
    autoIncrement: auto_increment === true,
  }),
  buildIndexesQuery: table => postgres.buildColumnsQuery(table),
  isUniqueViolation: () => false,
  isRetryableError: error => hasErrorCode(error, ['40001', '40P01', '55P03']),
  isDiskFullError: error => hasErrorCode(error, ['53100']),
}

function quoteTable({ schema, name }: QualifiedTableName): string {
  return [schema, name]
    .flatMap(part => (part === undefined ? [] : [`"${part.replaceAll('"', '""')}"`]))
    .join('.')
}

function resolveColumnCodec(kind: ColumnKind, column: ColumnInfo): Codec {
  const { type } = column
  if (type === 'timestamp' || type === 'timestamptz' || type === 'date') return dateCodec
  if (type === 'bool') return booleanCodec
  if (type === 'json' || type === 'jsonb')
    return type === 'json' ? createJsonCodec('json') : createJsonCodec('jsonb')
  if (kind === 'key') return resolveKeyCodec(column)
  if (/^int\d$/.test(type)) return kind === 'date' ? millisecondsCodec : integerCodec
  if (kind === 'date') return isoCodec
  if (kind === 'json') return jsonOrTextCodec
  return type.startsWith('_') ? arrayCodec : coercingTextCodec
}

function resolveKeyCodec(column: ColumnInfo): Codec {
  if (column.type === 'uuid') return uuidCodec
  if (/^int\d$/.test(column.type)) return createNumberKeyCodec(column.type === 'int8' ? 18 : 9)
  return createKeyCodec(column)
}

const uuidCodec: Codec = {
  ...createKeyCodec({ name: '', type: 'uuid', required: false, autoIncrement: false }),
  canStore: key => /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(key),
}

/** Reads times as numbers, independent of the driver. Text and columns without a time zone are in UTC. */
const dateCodec: Codec = {
  canStore: () => true,
  write: value => new Date(toMilliseconds(value)).toISOString(),
  read: value => (value === null ? null : toDate(Math.round(Number(value)))),
  selectExpression: column => sql<Value>`cast(extract(epoch from ${column}) * 1000 as float8)`,
}

/** Creates a codec that binds JSON as text. Drivers that request parameter types would otherwise encode it twice. */
function createJsonCodec(type: 'json' | 'jsonb'): Codec {
  return {
    ...jsonCodec,
    selectExpression: column => sql<Value>`cast(${column} as text)`,
    bindExpression: value => sql<Value>`cast(cast(${value} as text) as ${sql.raw(type)})`,
  }
}

const arrayCodec: Codec = {
  ...textCodec,
  write: value => (Array.isArray(value) ? value : toColumnValue(value)),
  read: value => value,
}

const coercingTextCodec: Codec = {
  ...textCodec,
  write: value => {
    const text = value instanceof Date ? value.toISOString() : toColumnValue(value)
    return typeof text === 'string' ? text : String(text)
  },
}

function hasErrorCode(error: unknown, codes: readonly string[]): boolean {
  return error instanceof Error && 'code' in error && codes.includes(String(error.code))
}
