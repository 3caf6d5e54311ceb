import { AdapterError } from '../../errors.js'
import type { Kind, Value } from './schema.js'

/** Dates are milliseconds since the epoch, booleans 0 and 1, whatever is structured is JSON. */
export function encode(value: unknown, kind: Kind): Value {
  if (value === null || value === undefined) return null
  if (kind === 'date' || value instanceof Date) return milliseconds(value)
  if (kind === 'json')
    return typeof value === 'string' && !isJson(value) ? mend(value) : JSON.stringify(value)
  if (typeof value === 'string') return kind === 'key' ? exact(value) : mend(value)
  if (typeof value === 'number' || typeof value === 'bigint') return value
  if (typeof value === 'boolean') return Number(value)
  if (typeof value === 'object') return JSON.stringify(value)
  throw new AdapterError(`A ${typeof value} cannot be stored in a database.`)
}

export function decode(value: Value | undefined, kind: Kind): unknown {
  if (value === null || value === undefined) return null
  if (kind === 'date') return typeof value === 'number' ? new Date(value) : value
  if (kind === 'boolean') return Boolean(value)
  if (kind === 'json' && typeof value === 'string') return isJson(value) ? JSON.parse(value) : value
  return value
}

/**
 * False for text that the database would change: SQLite ends a string at NUL when it is read, and half a surrogate pair
 * becomes U+FFFD. As keys, two different such texts could meet the same row.
 */
export function isExact(text: unknown): boolean {
  return typeof text === 'string' && !inexact.test(text)
}

const inexact = /[\0\p{Surrogate}]/u

function exact(text: string): string {
  if (isExact(text)) return text
  throw new AdapterError('An id or address that contains NUL or half a surrogate pair cannot be stored.')
}

/** A display name cut through an emoji is no reason to turn its owner away. */
function mend(text: string): string {
  return isExact(text) ? text : text.replace(/[\0\p{Surrogate}]/gu, '\ufffd')
}

function milliseconds(value: unknown): number {
  const time = new Date(value as Date | number | string).getTime()
  if (Number.isNaN(time)) throw new AdapterError('An invalid date cannot be stored.')
  return time
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
