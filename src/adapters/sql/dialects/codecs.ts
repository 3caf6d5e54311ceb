import { AdapterError } from '../../../errors.js'
import type { Value } from '../schema.js'
import { bytesOf, isExact, isJson, mend, milliseconds, numberOf, parsed, plain, textOf } from '../values.js'
import type { Codec, ColumnFacts } from './dialect.js'

const always = () => true

/** Ids and addresses: never changed on their way, so that no two of them meet one row. */
export function keyCodec(column: ColumnFacts): Codec {
  const holds = (key: string) => isExact(key) && (column.bytes === undefined || bytesOf(key) <= column.bytes)
  return { holds, write: value => exact(String(value), holds), read: textOf }
}

/** Ids that are numbers in the database and texts everywhere else. Only the usual way of writing a number is one. */
export function numberKeyCodec(digits: number): Codec {
  const holds = (key: string) => /^(0|-?[1-9]\d*)$/.test(key) && key.length <= digits
  return { holds, write: value => exact(String(value), holds), read: value => String(value) }
}

function exact(key: string, holds: (key: string) => boolean): string {
  if (holds(key)) return key
  if (isExact(key)) throw new AdapterError('An id or address is too long for its column, or not of its type.')
  throw new AdapterError('An id or address that contains NUL or half a surrogate pair cannot be stored.')
}

export const textCodec: Codec = {
  holds: isExact,
  write: value => plain(value),
  read: value => (value instanceof Uint8Array ? textOf(value) : value),
}

/** Booleans as 0 and 1, which every other dialect than PostgreSQL has. */
export const bitCodec: Codec = {
  holds: always,
  write: value => (typeof value === 'boolean' ? Number(value) : plain(value)),
  read: Boolean,
}

export const booleanCodec: Codec = { holds: always, write: Boolean, read: Boolean }

export const integerCodec: Codec = { holds: always, write: value => whole(plain(value)), read: numberOf }

/** PostgreSQL and MySQL refuse or round what is behind the point. */
function whole(value: Value): Value {
  return typeof value === 'number' ? Math.trunc(value) : value
}

/** Structured values and texts in a text column: a text is written plainly unless it could be read as JSON. */
export const looseJsonCodec: Codec = {
  holds: always,
  write: value => (typeof value === 'string' && !isJson(value) ? mend(value) : JSON.stringify(value)),
  read: value => parsed(value instanceof Uint8Array ? textOf(value) : value),
}

/** A column of the app that is JSON by its declared type. */
export const jsonCodec: Codec = { holds: always, write: value => JSON.stringify(value), read: parsed }

/** Dates as milliseconds since the epoch. */
export const millisecondsCodec: Codec = { holds: always, write: milliseconds, read: dateOf }

/** Dates as text in the form of ISO 8601, in UTC. */
export const isoCodec: Codec = {
  holds: always,
  write: value => new Date(milliseconds(value)).toISOString(),
  read: dateOf,
}

/** A text without a zone is in UTC. */
export function dateOf(value: Value): unknown {
  if (typeof value === 'number') return new Date(value)
  const text = textOf(value)
  const number = Number(text)
  if (!Number.isNaN(number)) return new Date(number)
  const date = new Date(/[zZ]$|[+-]\d\d(:?\d\d)?$/.test(text) ? text : `${text.replace(' ', 'T')}Z`)
  return Number.isNaN(date.getTime()) ? value : date
}
