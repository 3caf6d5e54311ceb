import { AdapterError } from '../../errors.js'
import type { Value } from './schema.js'

/**
 * Returns false for text that a database would change or reject. SQLite cuts a string at NUL when reading, PostgreSQL
 * rejects NUL, and a lone surrogate becomes U+FFFD. As keys, two different such texts could match the same row.
 */
export function isWellFormedText(text: unknown): boolean {
  return typeof text === 'string' && !unstorableCharacters.test(text)
}

const unstorableCharacters = /[\0\p{Surrogate}]/u

/** Replaces characters that cannot be stored by U+FFFD, so that a display name with a cut emoji is not an error. */
export function sanitizeText(text: string): string {
  return isWellFormedText(text) ? text : text.replace(/[\0\p{Surrogate}]/gu, '\ufffd')
}

/** Converts a value to text. Drivers return binary columns as bytes; binary columns of Latchkey contain text. */
export function toText(value: Value): string {
  return value instanceof Uint8Array ? decoder.decode(value) : String(value)
}

const decoder = new TextDecoder()

export function countBytes(text: string): number {
  return encoder.encode(text).length
}

const encoder = new TextEncoder()

export function toMilliseconds(value: unknown): number {
  const time = new Date(value as Date | number | string).getTime()
  if (Number.isNaN(time)) throw new AdapterError('SqlAdapter cannot store an invalid date.')
  return time
}

/** Converts an integer column's value to a number. Drivers return a number, a bigint or text. */
export function toNumber(value: Value): unknown {
  const number = Number(value)
  return value === null || Number.isNaN(number) ? value : number
}

/** Converts a field's value to a column value. Objects become JSON. */
export function toColumnValue(value: unknown): string | number | bigint | boolean {
  if (typeof value === 'string') return sanitizeText(value)
  if (typeof value === 'number' || typeof value === 'bigint' || typeof value === 'boolean') return value
  if (typeof value === 'object') return JSON.stringify(value)
  throw new AdapterError(`SqlAdapter cannot store a ${typeof value}.`)
}

export function parseIfJson(value: Value): unknown {
  if (typeof value !== 'string') return value
  try {
    return JSON.parse(value)
  } catch {
    return value
  }
}

export function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
