import { AdapterError } from '../../errors.js'

/** Encodes the fields of a record as name, value, name, value, without those that are `undefined`. */
export function encodeEntity(record: object): string[] {
  return Object.entries(record).flatMap(([name, value]: [string, unknown]) =>
    value === undefined ? [] : [name, encodeValue(value)],
  )
}

/** Encodes a date as `@` and milliseconds (no JSON starts with `@`), and everything else as JSON. */
export function encodeValue(value: unknown): string {
  if (value instanceof Date) return `@${toMilliseconds(value)}`
  const text: string | undefined = JSON.stringify(value)
  if (text === undefined) throw new AdapterError(`RedisAdapter cannot store a ${typeof value}.`)
  return text
}

/** Decodes the fields of a record, or returns null if there are none. */
export function decodeEntity<T extends object>(fields: readonly string[]): T | null {
  if (fields.length === 0) return null
  const entries = fields.flatMap((name, i) => (i % 2 === 0 ? [[name, decodeValue(fields[i + 1])]] : []))
  return Object.fromEntries(entries) as T
}

/** Decodes the value of one field, or returns null if the field is missing. */
export function decodeValue(text: unknown): unknown {
  if (typeof text !== 'string') return null
  return text.startsWith('@') ? new Date(Number(text.slice(1))) : JSON.parse(text)
}

/** Copies a record by encoding and decoding it, so that the result is what a read returns. */
export function roundTripEntity<T extends object>(record: T): T {
  return decodeEntity<T>(encodeEntity(record)) ?? record
}

/** Converts a date to milliseconds since the epoch. */
export function toMilliseconds(date: Date): number {
  const time = new Date(date).getTime()
  if (Number.isNaN(time)) throw new AdapterError('RedisAdapter cannot store an invalid date.')
  return time
}
