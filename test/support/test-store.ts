import type { Adapter, RecordStore } from 'latchkey/adapters'
import { MemoryAdapter } from 'latchkey/adapters/memory'
import { test } from 'vitest'

type UsedMethod =
  | 'createSession'
  | 'createUser'
  | 'getUserByAccount'
  | 'getUserByEmail'
  | 'listAuthenticatorsByUserId'

/** An adapter with the methods that tests call directly, and the records that it has or that are beside it. */
export type TestStore = Adapter & Required<Pick<Adapter, UsedMethod | 'records'>>

/** The stores that test apps use instead of memory. */
export interface TestStoreKind {
  readonly name: string
  /** Whether the configuration passes the records, because the adapter has none. */
  readonly isBesideRecords: boolean
  /** Lets records expire earlier by this many seconds. Only stores with a clock of their own need it. */
  advance?(seconds: number): Promise<void>
  /** Creates an empty store. It stores the ids of users that it receives. */
  create(): TestStore
}

const memory: TestStoreKind = { name: 'memory', isBesideRecords: false, create: MemoryAdapter }
let current = memory

/** Replaces the store of all test apps that use {@link createTestStore}. */
export function setTestStore(kind: TestStoreKind): void {
  current = kind
}

/** Creates an empty store: in memory, or of the kind that {@link setTestStore} set. */
export function createTestStore(): TestStore {
  return current.create()
}

/** Advances the clock of the store, if it has one of its own. */
export async function advanceTestStore(seconds: number): Promise<void> {
  await current.advance?.(seconds)
}

/** Defines a test that advances the clock to the moment at which a record expires. A store with a clock of its own is some milliseconds ahead. */
export function testWithOneClock(name: string, run: () => Promise<void>): void {
  if (!current.advance) test(name, run)
}

/** Returns the options that pass a store of {@link createTestStore} to an app. */
export function toStoreOptions(store: Adapter): { adapter: Adapter; records?: RecordStore } {
  if (!current.isBesideRecords) return { adapter: store }
  const { records, ...adapter } = store
  return { adapter, ...(records && { records }) }
}

/** Returns the name of the kind that {@link setTestStore} set, or null. */
export function findTestStoreName(): string | null {
  return current === memory ? null : current.name
}
