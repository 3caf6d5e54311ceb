import { AdapterError } from '../../../errors.js'
import {
  countBytes,
  isJson,
  isStorable,
  parseIfJson,
  sanitizeText,
  toColumnValue,
  toMilliseconds,
  toNumber,
  toText,
} from '../column-values.js'
import type { Value } from '../schema.js'
import type { Codec, ColumnInfo } from './dialect.js'

const acceptAny = () => true

/** Ids and addresses: never changed on their way, so that no two of them meet one row. */
export function createKeyCodec(column: ColumnInfo): Codec {
  const canStore = (key: string) =>
    isStorable(key) && (column.maxBytes === undefined || countBytes(key) <= column.maxBytes)
  return { canStore, write: value => ensureStorable(String(value), canStore), read: toText }
}

/** Ids that are numbers in the database and texts everywhere else. Only the usual way of writing a number is one. */
export function createNumberKeyCodec(digits: number): Codec {
  const canStore = (key: string) => /^(0|-?[1-9]\d*)$/.test(key) && key.length <= digits
  return { canStore, write: value => ensureStorable(String(value), canStore), read: value => String(value) }
}

function ensureStorable(key: string, canStore: (key: string) => boolean): string {
  if (canStore(key)) return key
  if (isStorable(key))
    throw new AdapterError('An id or address is too long for its column, or not of its type.')
  throw new AdapterError('An id or address that contains NUL or half a surrogate pair cannot be stored.')
}

export const textCodec: Codec = {
  canStore: isStorable,
  write: value => toColumnValue(value),
  read: value => (value instanceof Uint8Array ? toText(value) : value),
}

/** Booleans as 0 and 1, which every other dialect than PostgreSQL has. */
export const bitCodec: Codec = {
  canStore: acceptAny,
  write: value => (typeof value === 'boolean' ? Number(value) : toColumnValue(value)),
  read: Boolean,
}

export const booleanCodec: Codec = { canStore: acceptAny, write: Boolean, read: Boolean }

export const integerCodec: Codec = {
  canStore: acceptAny,
  write: value => truncateNumber(toColumnValue(value)),
  read: toNumber,
}

/** PostgreSQL and MySQL refuse or round what is behind the point. */
function truncateNumber(value: Value): Value {
  return typeof value === 'number' ? Math.trunc(value) : value
}

/** Structured values and texts in a text column: a text is written plainly unless it could be read as JSON. */
export const jsonOrTextCodec: Codec = {
  canStore: acceptAny,
  write: value => (typeof value === 'string' && !isJson(value) ? sanitizeText(value) : JSON.stringify(value)),
  read: value => parseIfJson(value instanceof Uint8Array ? toText(value) : value),
}

/** A column of the app that is JSON by its declared type. */
export const jsonCodec: Codec = {
  canStore: acceptAny,
  write: value => JSON.stringify(value),
  read: parseIfJson,
}

/** Dates as milliseconds since the epoch. */
export const millisecondsCodec: Codec = { canStore: acceptAny, write: toMilliseconds, read: toDate }

/** Dates as text in the form of ISO 8601, in UTC. */
export const isoCodec: Codec = {
  canStore: acceptAny,
  write: value => new Date(toMilliseconds(value)).toISOString(),
  read: toDate,
}

/** A text without a zone is in UTC. */
export function toDate(value: Value): unknown {
  if (typeof value === 'number') return new Date(value)
  const text = toText(value)
  const number = Number(text)
  if (!Number.isNaN(number)) return new Date(number)
  const date = new Date(/[zZ]$|[+-]\d\d(:?\d\d)?$/.test(text) ? text : `${text.replace(' ', 'T')}Z`)
  return Number.isNaN(date.getTime()) ? value : date
}
