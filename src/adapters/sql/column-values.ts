import { AdapterError } from '../../errors.js'
import type { Value } from './schema.js'

/**
 * False for text that a database would change or refuse: SQLite ends a string at NUL when it is read, PostgreSQL refuses
 * it, and half a surrogate pair becomes U+FFFD. As keys, two different such texts could meet the same row.
 */
export function isStorable(text: unknown): boolean {
  return typeof text === 'string' && !unstorableCharacters.test(text)
}

const unstorableCharacters = /[\0\p{Surrogate}]/u

/** A display name cut through an emoji is no reason to turn its owner away. */
export function sanitizeText(text: string): string {
  return isStorable(text) ? text : text.replace(/[\0\p{Surrogate}]/gu, '\ufffd')
}

/** Drivers give binary columns as bytes; ours hold text. */
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
  if (Number.isNaN(time)) throw new AdapterError('An invalid date cannot be stored.')
  return time
}

/** A whole number of a big column, which drivers give as a number, as a bigint or as text. */
export function toNumber(value: Value): unknown {
  const number = Number(value)
  return value === null || Number.isNaN(number) ? value : number
}

/** Text as it is, what is structured as JSON. */
export function toColumnValue(value: unknown): string | number | bigint | boolean {
  if (typeof value === 'string') return sanitizeText(value)
  if (typeof value === 'number' || typeof value === 'bigint' || typeof value === 'boolean') return value
  if (typeof value === 'object') return JSON.stringify(value)
  throw new AdapterError(`A ${typeof value} cannot be stored in a database.`)
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
