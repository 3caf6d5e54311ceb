import { DummyDriver, Kysely, SqliteAdapter, SqliteIntrospector, SqliteQueryCompiler, sql } from 'kysely'
import type { Kind } from '../schema.js'
import { plain } from '../values.js'
import {
  bitCodec,
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
    createAdapter: () => new SqliteAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: db => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  },
})

export const sqlite: Dialect = {
  compiler,
  returns: true,
  lastNumber: () => sql`last_insert_rowid()`,
  strictly: (column, value) => sql`cast(${column} as blob) = cast(${value} as blob)`,
  lock: [],
  undoesSchema: true,
  tableOptions: '',
  clustered: ' without rowid',
  typeOf: type => (type === 'integer' || type === 'boolean' || type === 'date' ? 'integer' : 'text'),
  codec: codecOf,
  columnsOf: ({ schema, name }) =>
    sql`select name, type, pk, "notnull" as required, dflt_value as preset from pragma_table_info(${name}, ${schema ?? 'main'})`.compile(
      compiler,
    ),
  factsOf: ({ name, type, pk, required, preset }) => {
    const declared = String(type).toLowerCase()
    const counted = declared === 'integer' && Number(pk) === 1
    return {
      name: String(name),
      type: declared,
      counted,
      required: Number(required) === 1 && preset === null && !counted,
    }
  },
  indexesOf: table => sqlite.columnsOf(table),
  isTaken: () => false,
  isLocked: error => hasCode(error, /^SQLITE_(BUSY|LOCKED)/, [5, 6]),
  isFull: error => hasCode(error, /^SQLITE_FULL/, [13]),
}

function codecOf(kind: Kind, column: ColumnFacts): Codec {
  const isNumber = /int/.test(column.type)
  if (kind === 'key') return isNumber ? numberKeyCodec(16) : keyCodec(column)
  if (kind === 'date') return isNumber ? millisecondsCodec : timeCodecOf(column.type)
  if (kind === 'boolean') return bitCodec
  if (kind === 'integer') return integerCodec
  if (kind === 'json') return looseJsonCodec
  return kind === 'own' ? codecOfApp(column.type) : textCodec
}

/** What a column calls a time may be a text in one row and a number in another, by who wrote it. */
function timeCodecOf(type: string): Codec {
  const codec = /^(date|timestamp)/.test(type) ? millisecondsCodec : isoCodec
  return {
    ...codec,
    earlier: (column, date) => {
      const isText = sql`typeof(${column}) = 'text'`
      return sql`case when ${isText} then ${column} < ${date.toISOString()} else ${column} < ${date.getTime()} end`
    },
  }
}

/** SQLite keeps whatever type was declared; what it says is the app's wish. */
function codecOfApp(type: string): Codec {
  if (/^bool/.test(type)) return bitCodec
  if (/^(date|timestamp)/.test(type)) return millisecondsCodec
  return /^json/.test(type) ? jsonCodec : ownCodec
}

const ownCodec: Codec = {
  ...textCodec,
  write: value => {
    if (value instanceof Date) return value.getTime()
    return typeof value === 'boolean' ? Number(value) : plain(value)
  },
}

/** libsql and better-sqlite3 say it in `code`, node:sqlite in the low byte of `errcode`. */
function hasCode(error: unknown, code: RegExp, numbers: readonly number[]): boolean {
  if (!(error instanceof Error)) return false
  if ('code' in error && code.test(String(error.code))) return true
  return 'errcode' in error && numbers.includes(Number(error.errcode) & 0xff)
}
