import { parseUtcDate } from '../../../base/utc-date.js'
import { AdapterError } from '../../../errors.js'
import {
  countBytes,
  isJson,
  isWellFormedText,
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

/** Creates the codec for ids and emails. They are never changed, so two different keys never match the same row. */
export function createKeyCodec(column: ColumnInfo): Codec {
  const canStore = (key: string) =>
    isWellFormedText(key) && (column.maxBytes === undefined || countBytes(key) <= column.maxBytes)
  return {
    canStore,
    write: value => ensureStorable(String(value), canStore),
    read: toText,
    hasLooseCollation: column.hasLooseCollation,
  }
}

/** Creates the codec for ids that are numbers in the database and text elsewhere. Only canonical integers are valid. */
export function createNumberKeyCodec(digits: number): Codec {
  const canStore = (key: string) => /^(0|-?[1-9]\d*)$/.test(key) && key.length <= digits
  return { canStore, write: value => ensureStorable(String(value), canStore), read: value => String(value) }
}

function ensureStorable(key: string, canStore: (key: string) => boolean): string {
  if (canStore(key)) return key
  if (isWellFormedText(key))
    throw new AdapterError(
      'An id or email does not fit its column: it is too long or not of the column type.',
    )
  throw new AdapterError('SqlAdapter cannot store an id or email that contains NUL or a lone surrogate.')
}

export const textCodec: Codec = {
  canStore: isWellFormedText,
  write: value => toColumnValue(value),
  read: value => (value instanceof Uint8Array ? toText(value) : value),
}

/** Stores booleans as 0 and 1, for all dialects except PostgreSQL. */
export const numericBooleanCodec: Codec = {
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

/** Truncates fractions, which PostgreSQL and MySQL reject or round. */
function truncateNumber(value: Value): Value {
  return typeof value === 'number' ? Math.trunc(value) : value
}

/** Stores objects and text in a text column. Text is written unchanged unless it could be parsed as JSON. */
export const jsonOrTextCodec: Codec = {
  canStore: acceptAny,
  write: value => (typeof value === 'string' && !isJson(value) ? sanitizeText(value) : JSON.stringify(value)),
  read: value => parseIfJson(value instanceof Uint8Array ? toText(value) : value),
}

/** Stores values in a custom column whose declared type is JSON. */
export const jsonCodec: Codec = {
  canStore: acceptAny,
  write: value => JSON.stringify(value),
  read: parseIfJson,
}

/** Stores dates as milliseconds since the epoch. */
export const millisecondsCodec: Codec = { canStore: acceptAny, write: toMilliseconds, read: toDate }

/** Stores dates as ISO 8601 text in UTC. */
export const isoCodec: Codec = {
  canStore: acceptAny,
  write: value => new Date(toMilliseconds(value)).toISOString(),
  read: toDate,
}

/** Converts a value to a date. Text without a time zone is in UTC. */
export function toDate(value: Value): unknown {
  if (typeof value === 'number') return new Date(value)
  const text = toText(value)
  const number = Number(text)
  if (!Number.isNaN(number)) return new Date(number)
  const date = parseUtcDate(text)
  return Number.isNaN(date.getTime()) ? value : date
}
