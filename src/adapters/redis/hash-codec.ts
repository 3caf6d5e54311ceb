import { AdapterError } from '../../errors.js'

/** The fields of a record as name, value, name, value; one that is undefined is not given. */
export function encodeRecord(record: object): string[] {
  return Object.entries(record).flatMap(([name, value]: [string, unknown]) =>
    value === undefined ? [] : [name, encodeValue(value)],
  )
}

/** Milliseconds behind an `@` for a date, which no JSON begins with, and JSON for everything else. */
export function encodeValue(value: unknown): string {
  if (value instanceof Date) return `@${toMilliseconds(value)}`
  const text: string | undefined = JSON.stringify(value)
  if (text === undefined) throw new AdapterError(`A ${typeof value} cannot be stored in Redis.`)
  return text
}

/** The record that was written with these fields, or null when there are none. */
export function decodeRecord<T extends object>(fields: readonly string[]): T | null {
  if (fields.length === 0) return null
  const entries = fields.flatMap((name, i) => (i % 2 === 0 ? [[name, decodeValue(fields[i + 1])]] : []))
  return Object.fromEntries(entries) as T
}

/** The value of one field; null when it was not there. */
export function decodeValue(text: unknown): unknown {
  if (typeof text !== 'string') return null
  return text.startsWith('@') ? new Date(Number(text.slice(1))) : JSON.parse(text)
}

/** What comes back when it is read: the same fields in an object of its own. */
export function copyRecord<T extends object>(record: T): T {
  return decodeRecord<T>(encodeRecord(record)) ?? record
}

/** A date as Redis counts. */
export function toMilliseconds(date: Date): number {
  const time = new Date(date).getTime()
  if (Number.isNaN(time)) throw new AdapterError('An invalid date cannot be stored.')
  return time
}
