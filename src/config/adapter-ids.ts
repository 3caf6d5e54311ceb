/**
 * Ids are text in Latchkey, and of any type in a database. Results of the adapter are converted when they arrive. Arguments get the type
 * that the users of this adapter have, because drivers with strict types refuse text for a number.
 *
 * @module
 */

import { describeInvalidId, describeMissingUserId, toIdText } from '../base/id-text.js'
import { isRecord } from '../base/parse.js'
import { copyRow } from './copy-row.js'

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

/** The methods whose first argument is the id of a user, or a record that refers to a stored user. */
const argumentIds: Readonly<Record<string, 'value' | 'id' | 'userId'>> = {
  getUser: 'value',
  deleteUser: 'value',
  listAccountsByUserId: 'value',
  listAuthenticatorsByUserId: 'value',
  listSessionsByUserId: 'value',
  deleteSessionsByUserId: 'value',
  updateUser: 'id',
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
   * Calls the adapter with the ids that it expects. Before the type of its ids is known, such as after a restart, a `getUser` that fails
   * with text is tried with a number.
   *
   * @throws TypeError if an argument is not an id
   */
  call(method: string, args: readonly unknown[], run: AdapterCall): Promise<unknown>
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
      if (members === userIds) rememberType(result)
      if (!Array.isArray(result)) return normalizeRow(method, members, result)
      const rows: readonly unknown[] = result
      return rows.map(row => normalizeRow(method, members, row))
    },

    async call(method, args, run) {
      const converted = convertArguments(method, args, userIdType)
      if (userIdType !== 'unknown') return await run(converted)
      try {
        return await run(converted)
      } catch (error) {
        const user = method === 'getUser' ? await findUserByOtherType(converted, run) : null
        if (user) return user
        throw error
      }
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
  // A change of a session need not name the user, and a record need not have one.
  if ((id === undefined && location === 'userId') || (id === null && method === 'putRecord')) return args
  const converted = convertId(method, id, type)
  return converted === id ? args : [{ ...Object(first), [location]: converted }, ...rest]
}

function convertId(method: string, value: unknown, type: string): unknown {
  const id = toIdText(value)
  if (id === null) throw new TypeError(describeMissingUserId(value, method))
  return type === 'number' || type === 'bigint' ? restoreId(type, id) : id
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
