import { chain } from '../base/cache.js'
import { isMissingRecordError } from '../base/missing-record.js'
import { toError } from '../base/to-error.js'
import { AdapterError, MissingAdapterMethods } from '../errors.js'
import type { AccountKey, Adapter, AdapterAccount, AdapterMethod } from '../types/adapter.js'
import type { Awaitable } from '../types/common.js'
import type { Settings } from '../types/context.js'
import type { Identity } from '../types/identity.js'
import type { RecordStore } from '../types/record-store.js'
import type { LatchkeyAdapterMethod, SessionCreator, WrappedAdapter } from '../types/wrapped-adapter.js'
import { type AdapterIds, convertDates, createAdapterIds, type StoreReports } from './adapter-values.js'

/** The methods of the Auth.js adapter contract. The type of the record makes an omission a compile error. */
const contractMethods: Readonly<Record<Exclude<AdapterMethod, LatchkeyAdapterMethod>, true>> = {
  createUser: true,
  getUser: true,
  getUserByEmail: true,
  getUserByAccount: true,
  updateUser: true,
  deleteUser: true,
  linkAccount: true,
  unlinkAccount: true,
  getAccount: true,
  createSession: true,
  getSessionAndUser: true,
  updateSession: true,
  deleteSession: true,
  createVerificationToken: true,
  useVerificationToken: true,
  createAuthenticator: true,
  getAuthenticator: true,
  listAuthenticatorsByUserId: true,
  updateAuthenticatorCounter: true,
}

const latchkeyMethods: Readonly<Record<LatchkeyAdapterMethod, true>> = {
  createUserWithAccount: true,
  updateAccount: true,
  getVerificationToken: true,
  useChallenge: true,
  updateAuthenticator: true,
  deleteExpired: true,
  listAccountsByUserId: true,
  listUsers: true,
  deleteAuthenticator: true,
  listSessionsByUserId: true,
  deleteSessionsByUserId: true,
  countAttempt: true,
}

const recordMethods: Readonly<Record<keyof RecordStore, true>> = {
  isAvailable: true,
  listKinds: true,
  getRecord: true,
  getRecords: true,
  listRecords: true,
  putRecord: true,
  incrementRecord: true,
  incrementRecords: true,
  deleteRecord: true,
  deleteRecordsByUserId: true,
  deleteExpiredRecords: true,
}

type AdapterFunction = (...args: never[]) => unknown

/**
 * Wraps an adapter so that every method of Auth.js exists, and every method throws an {@link AdapterError} on failure. Methods are
 * looked up through the prototype, so class instances work.
 *
 * @param records the record store of the configuration
 */
export function wrapAdapter(
  adapter: Adapter,
  reports: StoreReports,
  records: RecordStore | null = null,
): WrappedAdapter {
  const calls = { reports, ids: createAdapterIds() }
  const contractEntries = Object.keys(contractMethods).map(name => [
    name,
    wrapMethod(adapter, name as AdapterMethod, calls),
  ])
  const optionalNames = Object.keys(latchkeyMethods).filter(name => adapter[name as AdapterMethod])
  const optionalEntries = optionalNames.map(name => [name, wrapMethod(adapter, name as AdapterMethod, calls)])
  const wrapped = {
    ...Object.fromEntries([...contractEntries, ...optionalEntries]),
    ...(records === adapter.records && wrapSessionWithRecord(adapter, calls)),
  } as WrappedAdapter
  return Object.freeze({ ...wrapped, ...createExactLookups(adapter, wrapped) })
}

function wrapSessionWithRecord({ createSession }: Adapter, calls: StoreCalls): Partial<WrappedAdapter> {
  const { withRecord } = Object(createSession) as Partial<SessionCreator>
  if (!withRecord) return {}
  return {
    createSessionWithRecord: wrapMethod(
      { createSessionWithRecord: withRecord },
      'createSessionWithRecord',
      calls,
    ),
  } as Partial<WrappedAdapter>
}

/**
 * Creates the lookups that compare ids exactly. Databases may treat ids that differ in case, or in blanks at the end, as equal, and
 * would return the account of another person.
 */
function createExactLookups(
  { comparesIdsExactly, getAccount }: Adapter,
  wrapped: WrappedAdapter,
): Partial<WrappedAdapter> {
  if (comparesIdsExactly || !getAccount) return {}
  return {
    async getUserByAccount(key) {
      const user = await wrapped.getUserByAccount(key)
      const account = user && (await wrapped.getAccount(key.providerAccountId, key.provider))
      return account && account.providerAccountId !== key.providerAccountId ? null : user
    },
  }
}

/** Wraps a record store so that its methods throw an {@link AdapterError} on failure. */
export function wrapRecordStore(records: RecordStore, reports: StoreReports): RecordStore {
  const calls = { reports, ids: createAdapterIds() }
  const names = Object.keys(recordMethods).filter(name => name in records)
  const entries = names.map(name => [name, wrapMethod(records, name as keyof RecordStore, calls)])
  return Object.freeze(Object.fromEntries(entries)) as RecordStore
}

/** What the calls of one adapter or record store share. */
interface StoreCalls {
  readonly reports: StoreReports
  readonly ids: AdapterIds
}

function wrapMethod<T extends object>(
  adapter: T,
  name: keyof T & string,
  { reports, ids }: StoreCalls,
): AdapterFunction {
  return async (...args) => {
    const method = adapter[name] as AdapterFunction | undefined
    if (!method)
      throw new MissingAdapterMethods(
        `The adapter or record store lacks the method \`${name}\`, which this request requires.`,
      )
    reports.logger.debug(`adapter_${name}`)
    try {
      const run = (callArgs: readonly unknown[]): unknown => Reflect.apply(method, adapter, callArgs)
      const result: unknown = await ids.call(name, args, run)
      // The cookie of a deleted user must not fail the next sign-in.
      if (name === 'getUser' && !hasId(result)) return null
      assertUserResult(name, result)
      return convertDates(reports, name, ids.normalizeResult(name, result))
    } catch (error) {
      if (nullIfMissing.has(name) && isMissingRecordError(error)) return null
      throw new AdapterError(toError(error), { method: name })
    }
  }
}

/** The methods for which a record that does not exist is a result: nothing to read, or nothing left to delete. */
const nullIfMissing: ReadonlySet<string> = new Set<AdapterMethod>([
  'getUser',
  'getSessionAndUser',
  'getVerificationToken',
  'useVerificationToken',
  'deleteSession',
  'deleteUser',
  'deleteAuthenticator',
  'unlinkAccount',
  'updateAccount',
])

/** The methods that return a user, and whether they return null or undefined if there is none. */
const mayReturnNoUser: Readonly<Record<string, boolean>> = {
  createUser: false,
  createUserWithAccount: false,
  getUserByEmail: true,
  getUserByAccount: true,
  updateUser: true,
}

/** A record without an id, such as `{}` for "not found", would be signed in as a user who does not exist. */
function assertUserResult(method: string, result: unknown): void {
  const mayBeNull = mayReturnNoUser[method]
  if (mayBeNull === undefined || (result == null && mayBeNull) || hasId(result)) return
  throw new TypeError(`\`${method}\` of the adapter did not return a user with an \`id\`.`)
}

/** Returns whether a value is a record with an id. */
export function hasId(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'id' in value && value.id != null && value.id !== ''
}

/** Record stores that are known to be available. A table can still be created after the first request. */
const availableStores = new WeakSet<RecordStore>()

/** Returns the record store, or null if there is none or its table does not exist yet. */
export function getAvailableRecordStore({ records }: Settings): Awaitable<RecordStore | null> {
  if (!records?.isAvailable || availableStores.has(records)) return records
  return chain(records.isAvailable(), isAvailable => {
    if (isAvailable) availableStores.add(records)
    return isAvailable ? records : null
  })
}

/** Returns the key of an identity's account. */
export function getAccountKey({ account: { provider, providerAccountId } }: Identity): AccountKey {
  return { provider, providerAccountId }
}

/** Returns the account record to store. */
export function toAdapterAccount(identity: Identity, userId: string): AdapterAccount {
  const { provider, providerAccountId, type } = identity.account
  return { ...identity.getAccountTokens(), provider, providerAccountId, type, userId } as AdapterAccount
}
