import type { Adapter, RecordStore } from 'latchkey/adapters'
import { MemoryAdapter } from 'latchkey/adapters/memory'

type UsedMethod =
  | 'createSession'
  | 'createUser'
  | 'getUserByAccount'
  | 'getUserByEmail'
  | 'listAuthenticatorsByUserId'

/** An adapter with the methods that tests call directly, and the records that it has or that are beside it. */
export type TestStore = Adapter & Required<Pick<Adapter, UsedMethod | 'records'>>

/** A published adapter, and a record store that the configuration passes. */
export interface StoreBesideRecords {
  readonly name: string
  /** Creates an adapter on an empty database. It stores the ids of users that it receives. */
  createAdapter(): Omit<TestStore, 'records'>
  createRecords(): RecordStore
}

let published: StoreBesideRecords | null = null

/** Replaces the store of all test apps that use {@link createTestStore}. */
export function setTestStore(replacement: StoreBesideRecords): void {
  published = replacement
}

/** Creates an empty store: in memory, or the one that {@link setTestStore} set. */
export function createTestStore(): TestStore {
  return published ? { ...published.createAdapter(), records: published.createRecords() } : MemoryAdapter()
}

/** Returns the options that pass a store of {@link createTestStore} to an app. */
export function toStoreOptions(store: Adapter): { adapter: Adapter; records?: RecordStore } {
  if (!published) return { adapter: store }
  const { records, ...adapter } = store
  return { adapter, ...(records && { records }) }
}

/** Returns the name of the store that {@link setTestStore} set. */
export function findTestStoreName(): string | null {
  return published?.name ?? null
}
