/**
 * What adapters return, as Latchkey knows it:
 *
 * - Dates are `Date`. Adapters may return what their driver does: text, with or without a time zone, or milliseconds. Results are converted
 *   when they arrive.
 * - Ids are text, and of any type in a database. Results are converted when they arrive. Arguments get the type that the users of this
 *   adapter have, because drivers with strict types refuse text for a number.
 *
 * @module
 */

import { describeInvalidId, describeMissingUserId, isRecord, toIdText } from '../base/parse.js'
import { hasTimeZone, parseUtcDate } from '../base/utc-date.js'
import { AdapterError } from '../errors.js'
import type { Settings } from '../types/context.js'

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

const userIds = ['id']
const userReferences = ['userId']
const accountIds = ['userId', 'providerAccountId']

/** The members with ids in the result of each method, or in each record of its list. */
const resultIds: Readonly<Record<string, readonly string[]>> = {
  createUser: userIds,
  createUserWithAccount: userIds,
  getUser: userIds,
  getUserByEmail: userIds,
  getUserByAccount: userIds,
  updateUser: userIds,
  listUsers: userIds,
  createSession: userReferences,
  createSessionWithRecord: userReferences,
  updateSession: userReferences,
  deleteSession: userReferences,
  listSessionsByUserId: userReferences,
  getAccount: accountIds,
  listAccountsByUserId: accountIds,
  getAuthenticator: accountIds,
  listAuthenticatorsByUserId: accountIds,
  getRecord: userReferences,
  getRecords: userReferences,
  listRecords: userReferences,
}

/** The methods whose first argument is the id of a user, or an object that refers to a stored user. */
const argumentIds: Readonly<Record<string, 'value' | 'id' | 'userId' | 'after'>> = {
  getUser: 'value',
  deleteUser: 'value',
  listAccountsByUserId: 'value',
  listAuthenticatorsByUserId: 'value',
  listSessionsByUserId: 'value',
  deleteSessionsByUserId: 'value',
  updateUser: 'id',
  listUsers: 'after',
  linkAccount: 'userId',
  updateAccount: 'userId',
  createSession: 'userId',
  createSessionWithRecord: 'userId',
  updateSession: 'userId',
  createAuthenticator: 'userId',
  putRecord: 'userId',
  listRecords: 'userId',
  deleteRecordsByUserId: 'value',
}

/** Converts the ids of one adapter or record store. */
export interface AdapterIds {
  /**
   * Returns the result with ids as text.
   *
   * @throws TypeError if a value is not an id
   */
  normalizeResult(method: string, result: unknown): unknown
  /**
   * Calls the adapter with the ids that it expects, and returns its result or promise. Before the type of its ids is known, such as after a restart, a `getUser` that fails
   * with text is tried with a number.
   *
   * @throws TypeError if an argument is not an id
   */
  call(method: string, args: readonly unknown[], run: AdapterCall): unknown
}

type AdapterCall = (args: readonly unknown[]) => unknown

/** Creates the conversion. It remembers the type of the user ids that the adapter returned last. */
export function createAdapterIds(): AdapterIds {
  let userIdType = 'unknown'
  const rememberType = (user: unknown) => {
    if (isRecord(user)) userIdType = typeof user.id
  }
  return {
    normalizeResult(method, result) {
      if (method === 'getSessionAndUser') {
        if (!isRecord(result)) return result
        rememberType(result.user)
        return normalizeSessionAndUser(result)
      }
      const members = resultIds[method]
      if (!members) return result
      if (!Array.isArray(result)) {
        if (members === userIds) rememberType(result)
        return normalizeRow(method, members, result)
      }
      const rows: readonly unknown[] = result
      return rows.map(row => normalizeRow(method, members, row))
    },

    call(method, args, run) {
      const converted = convertArguments(method, args, userIdType)
      const mayHaveOtherType = method === 'getUser' && userIdType === 'unknown'
      return mayHaveOtherType ? getUserOfAnyType(converted, run) : run(converted)
    },
  }
}

/** Plugins and server code of the app may pass ids of any type. */
function convertArguments(method: string, args: readonly unknown[], type: string): readonly unknown[] {
  const location = argumentIds[method]
  if (!location) return args
  const [first, ...rest] = args
  if (location === 'value') return [convertId(method, first, type), ...rest]
  const id = isRecord(first) ? first[location] : undefined
  // A change of a session need not name the user, a first page has no cursor, and a record need not have a user.
  if ((id === undefined && location !== 'id') || (id === null && method === 'putRecord')) return args
  const converted = convertId(method, id, type)
  return converted === id ? args : [{ ...Object(first), [location]: converted }, ...rest]
}

function convertId(method: string, value: unknown, type: string): unknown {
  const id = toIdText(value)
  if (id === null) throw new TypeError(describeMissingUserId(value, method))
  return type === 'number' || type === 'bigint' ? restoreId(type, id) : id
}

async function getUserOfAnyType(args: readonly unknown[], run: AdapterCall): Promise<unknown> {
  try {
    return await run(args)
  } catch (error) {
    const user = await findUserByOtherType(args, run)
    if (user) return user
    throw error
  }
}

/** Only a user that is found counts: the failure may have another reason than the type. */
async function findUserByOtherType([id]: readonly unknown[], run: AdapterCall): Promise<unknown> {
  for (const type of ['number', 'bigint'] as const) {
    const other = typeof id === 'string' ? restoreId(type, id) : id
    if (other === id) return null
    try {
      const user = await run([other])
      if (user) return user
    } catch {
      // The first failure is reported.
    }
  }
  return null
}

function normalizeSessionAndUser(result: Record<string, unknown>): Record<string, unknown> {
  const session = normalizeRow('getSessionAndUser', userReferences, result.session)
  const user = normalizeRow('getSessionAndUser', userIds, result.user)
  return session === result.session && user === result.user ? result : { ...result, session, user }
}

/** Returns the same object if all ids are text. */
function normalizeRow(method: string, members: readonly string[], row: unknown): unknown {
  if (!isRecord(row)) return row
  let changes: Record<string, string> | undefined
  for (const member of members) {
    const value = row[member]
    if (typeof value === 'string' || value === undefined || value === null) continue
    const text = toIdText(value)
    if (text === null)
      throw new TypeError(
        `\`${method}\` of the adapter returned a record whose \`${member}\` is not an id: ${describeInvalidId(value)}.`,
      )
    changes = { ...changes, [member]: text }
  }
  return changes ? copyRow(row, changes) : row
}

/** Only text that a number or BigInt would produce is converted: the id of another store, such as a UUID, stays. */
function restoreId(type: 'number' | 'bigint', id: string): unknown {
  if (!/^(0|-?[1-9]\d*)$/.test(id)) return id
  if (type === 'bigint') return BigInt(id)
  return Number.isSafeInteger(Number(id)) ? Number(id) : id
}

/** Returns a row with changed members. The copy keeps the class of the row, whose getters apps may read. */
function copyRow(
  row: Readonly<Record<string, unknown>>,
  changes: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const copy = Object.assign(Object.create(Object.getPrototypeOf(row)) as Record<string, unknown>, row)
  for (const [member, value] of Object.entries(changes))
    Object.defineProperty(copy, member, { value, enumerable: true, writable: true, configurable: true })
  return copy
}
