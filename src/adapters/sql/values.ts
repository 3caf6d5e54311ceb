import { AdapterError } from '../../errors.js'
import type { Value } from './schema.js'

/**
 * False for text that a database would change or refuse: SQLite ends a string at NUL when it is read, PostgreSQL refuses
 * it, and half a surrogate pair becomes U+FFFD. As keys, two different such texts could meet the same row.
 */
export function isExact(text: unknown): boolean {
  return typeof text === 'string' && !inexact.test(text)
}

const inexact = /[\0\p{Surrogate}]/u

/** A display name cut through an emoji is no reason to turn its owner away. */
export function mend(text: string): string {
  return isExact(text) ? text : text.replace(/[\0\p{Surrogate}]/gu, '\ufffd')
}

/** Drivers give binary columns as bytes; ours hold text. */
export function textOf(value: Value): string {
  return value instanceof Uint8Array ? utf8.decode(value) : String(value)
}

const utf8 = new TextDecoder()

export function bytesOf(text: string): number {
  return encoder.encode(text).length
}

const encoder = new TextEncoder()

export function milliseconds(value: unknown): number {
  const time = new Date(value as Date | number | string).getTime()
  if (Number.isNaN(time)) throw new AdapterError('An invalid date cannot be stored.')
  return time
}

/** A whole number of a big column, which drivers give as a number, as a bigint or as text. */
export function numberOf(value: Value): unknown {
  const number = Number(value)
  return value === null || Number.isNaN(number) ? value : number
}

/** Text as it is, what is structured as JSON. */
export function plain(value: unknown): string | number | bigint | boolean {
  if (typeof value === 'string') return mend(value)
  if (typeof value === 'number' || typeof value === 'bigint' || typeof value === 'boolean') return value
  if (typeof value === 'object') return JSON.stringify(value)
  throw new AdapterError(`A ${typeof value} cannot be stored in a database.`)
}

export function parsed(value: Value): unknown {
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
