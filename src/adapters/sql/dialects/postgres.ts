import {
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  sql,
} from 'kysely'
import type { TableIdentifier } from '../names.js'
import type { Kind, Value } from '../schema.js'
import { milliseconds, plain } from '../values.js'
import {
  booleanCodec,
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
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: db => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
})

const types = { text: 'text', integer: 'bigint', boolean: 'boolean', date: 'timestamptz(3)' }

export const postgres: Dialect = {
  compiler,
  returns: true,
  lastNumber: (table, column) =>
    sql`currval(pg_get_serial_sequence(${sql.lit(quoted(table))}, ${sql.lit(column)}))`,
  strictly: (column, value) => sql`cast(${column} as text) = cast(${value} as text)`,
  /** An arbitrary number of our own. It is released at the end of the transaction, whatever that is. */
  lock: ['select pg_advisory_xact_lock(7242368450)'],
  undoesSchema: true,
  tableOptions: '',
  clustered: '',
  typeOf: type => (typeof type === 'object' ? 'text' : types[type]),
  codec: codecOf,
  columnsOf: table =>
    sql`select a.attname as name, t.typname as type, a.attnotnull and not a.atthasdef and a.attidentity = '' as required, a.attidentity <> '' or coalesce(pg_get_expr(d.adbin, d.adrelid) like 'nextval(%', false) as counted from pg_attribute a join pg_type t on t.oid = a.atttypid left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum where a.attrelid = to_regclass(${quoted(table)}::text) and a.attnum > 0 and not a.attisdropped order by a.attnum`.compile(
      compiler,
    ),
  factsOf: ({ name, type, required, counted }) => ({
    name: String(name),
    type: String(type),
    required: required === true,
    counted: counted === true,
  }),
  indexesOf: table => postgres.columnsOf(table),
  isTaken: () => false,
  isLocked: error => hasCode(error, ['40001', '40P01', '55P03']),
  isFull: error => hasCode(error, ['53100']),
}

function quoted({ schema, name }: TableIdentifier): string {
  return [schema, name]
    .flatMap(part => (part === undefined ? [] : [`"${part.replaceAll('"', '""')}"`]))
    .join('.')
}

function codecOf(kind: Kind, column: ColumnFacts): Codec {
  const { type } = column
  if (type === 'timestamp' || type === 'timestamptz' || type === 'date') return timeCodec
  if (type === 'bool') return booleanCodec
  if (type === 'json' || type === 'jsonb') return type === 'json' ? castTo('json') : castTo('jsonb')
  if (kind === 'key') return keyCodecOf(column)
  if (/^int\d$/.test(type)) return kind === 'date' ? millisecondsCodec : integerCodec
  if (kind === 'date') return isoCodec
  if (kind === 'json') return looseJsonCodec
  return type.startsWith('_') ? arrayCodec : textual
}

function keyCodecOf(column: ColumnFacts): Codec {
  if (column.type === 'uuid') return uuidCodec
  if (/^int\d$/.test(column.type)) return numberKeyCodec(column.type === 'int8' ? 18 : 9)
  return column.type === 'citext' ? { ...keyCodec(column), loose: true } : keyCodec(column)
}

const uuidCodec: Codec = {
  ...keyCodec({ name: '', type: 'uuid', required: false, counted: false }),
  holds: key => /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(key),
}

/** A text that says nothing of its zone is in UTC, and so is a column that has none; the driver is not asked. */
const timeCodec: Codec = {
  holds: () => true,
  write: value => new Date(milliseconds(value)).toISOString(),
  read: value => (value === null ? null : dateOf(Math.round(Number(value)))),
  selected: column => sql<Value>`cast(extract(epoch from ${column}) * 1000 as float8)`,
}

/** Bound as text, because drivers that ask for the type of a parameter would make JSON of the JSON. */
function castTo(type: 'json' | 'jsonb'): Codec {
  return {
    ...jsonCodec,
    selected: column => sql<Value>`cast(${column} as text)`,
    bound: value => sql<Value>`cast(cast(${value} as text) as ${sql.raw(type)})`,
  }
}

const arrayCodec: Codec = {
  ...textCodec,
  write: value => (Array.isArray(value) ? value : plain(value)),
  read: value => value,
}

const textual: Codec = {
  ...textCodec,
  write: value => {
    const text = value instanceof Date ? value.toISOString() : plain(value)
    return typeof text === 'string' ? text : String(text)
  },
}

function hasCode(error: unknown, codes: readonly string[]): boolean {
  return error instanceof Error && 'code' in error && codes.includes(String(error.code))
}
