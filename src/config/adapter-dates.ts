/**
 * Dates are `Date` in Latchkey. Adapters may return what their driver does: text, with or without a time zone, or milliseconds. Results
 * are converted when they arrive.
 *
 * @module
 */

import { isRecord } from '../base/parse.js'
import { hasTimeZone, parseUtcDate } from '../base/utc-date.js'
import { AdapterError } from '../errors.js'
import type { Settings } from '../types/context.js'
import { copyRow } from './copy-row.js'

/** The members with dates. The first one is when the record ends. */
interface DateMembers {
  readonly names: readonly [end: string, ...others: string[]]
  /** Whether each record ends. */
  readonly isEndRequired: boolean
}

const sessionDates: DateMembers = { names: ['expires', 'startedAt'], isEndRequired: true }
/** Adapters may return a part of a session that was changed or deleted. */
const changedSessionDates: DateMembers = { ...sessionDates, isEndRequired: false }
const tokenDates: DateMembers = { names: ['expires'], isEndRequired: true }
const recordDates: DateMembers = { names: ['expires'], isEndRequired: false }
const windowDates: DateMembers = { names: ['resetsAt'], isEndRequired: true }

/** The dates in the result of each method, or in each record of its list. */
const resultDates: Readonly<Record<string, DateMembers>> = {
  createSession: sessionDates,
  createSessionWithRecord: sessionDates,
  updateSession: changedSessionDates,
  deleteSession: changedSessionDates,
  listSessionsByUserId: sessionDates,
  getVerificationToken: tokenDates,
  useVerificationToken: tokenDates,
  getRecord: recordDates,
  getRecords: recordDates,
  listRecords: recordDates,
  incrementRecord: windowDates,
  countAttempt: windowDates,
}

/** Where problems with dates are reported. */
export type StoreReports = Pick<Settings, 'logger' | 'warnOnce'>

/**
 * Converts the dates in the result of a method. A record with an invalid date counts as expired, and the date is logged.
 *
 * @throws TypeError if a session that was created has an invalid date: the user would be signed out at once
 */
export function convertDates(reports: StoreReports, method: string, result: unknown): unknown {
  if (method === 'getSessionAndUser') {
    if (!isRecord(result)) return result
    const session = convertRow(reports, { method, members: sessionDates }, result.session)
    return session === result.session ? result : { ...result, session }
  }
  const members = resultDates[method]
  if (!members) return result
  const rows: readonly unknown[] = Array.isArray(result) ? result : [result]
  const converted = rows.map(row => convertRow(reports, { method, members }, row))
  // A store that compares dates as text may return records that expired.
  const current = members === recordDates ? converted.filter(row => !isExpired(row)) : converted
  if (Array.isArray(result)) return current
  return current.length > 0 ? current[0] : null
}

interface RowSource {
  readonly method: string
  readonly members: DateMembers
}

/** Returns the same object if all dates are valid. */
function convertRow(reports: StoreReports, { method, members }: RowSource, row: unknown): unknown {
  if (!isRecord(row)) return row
  const { names, isEndRequired } = members
  let changes: Record<string, Date> | undefined
  for (const name of names) {
    const value = row[name]
    if (isValidDate(value)) continue
    const isEnd = name === names[0]
    if ((value === null || value === undefined) && !(isEnd && isEndRequired)) continue
    const date = parseDate(value)
    if (date) warnOfMissingZone(reports, `\`${method}\` of the adapter returned \`${name}\``, value)
    else reportInvalidDate(reports, { method, name }, value)
    const ended = date ? {} : { [names[0]]: new Date(0) }
    changes = { ...changes, [name]: date ?? new Date(0), ...ended }
  }
  return changes ? copyRow(row, changes) : row
}

function isValidDate(value: unknown): boolean {
  return value instanceof Date && !Number.isNaN(value.getTime())
}

function isExpired(row: unknown): boolean {
  return isRecord(row) && row.expires instanceof Date && row.expires.getTime() <= Date.now()
}

/** Parses a date, or returns null. Drivers return large integers as text or BigInt. */
function parseDate(value: unknown): Date | null {
  const date = parseAnyDate(value)
  return date && isValidDate(date) ? date : null
}

function parseAnyDate(value: unknown): Date | null {
  if (typeof value === 'number' || typeof value === 'bigint') return new Date(Number(value))
  if (typeof value === 'string') return /^-?\d+$/.test(value) ? new Date(Number(value)) : parseUtcDate(value)
  // Objects of date libraries, and a `Date` of another realm.
  if (typeof value !== 'object' || value === null || !('toJSON' in value)) return null
  const json: unknown = typeof value.toJSON === 'function' ? value.toJSON() : null
  return typeof json === 'string' ? parseUtcDate(json) : null
}

function warnOfMissingZone({ warnOnce }: StoreReports, source: string, value: unknown): void {
  if (typeof value !== 'string' || /^-?\d+$/.test(value) || hasTimeZone(value)) return
  const text = `${source} as text without a time zone: ${JSON.stringify(value)}. It is read as UTC. Return a \`Date\`, or text with a zone such as \`Z\`.`
  warnOnce('date-without-zone', '', text)
}

function reportInvalidDate(
  { logger }: StoreReports,
  { method, name }: { readonly method: string; readonly name: string },
  value: unknown,
): void {
  const text = JSON.stringify(String(value).slice(0, 50))
  const message = `\`${method}\` of the adapter returned a record whose \`${name}\` is not a date: ${text}.`
  if (method.startsWith('createSession')) throw new TypeError(message)
  logger.error(new AdapterError(message))
}
