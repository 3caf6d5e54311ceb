import type { Awaitable, JsonValue } from './common.js'

/** A record to store. `kind` and `id` identify it together. */
export interface NewRecord {
  /** What the record is, such as `unverified-email`. */
  readonly kind: string
  readonly id: string
  /**
   * The user that the record belongs to, or null. `deleteUser` of `SqlAdapter`, `RedisAdapter` and `MemoryAdapter` deletes the user's records
   * in their own `records`. For records elsewhere, call {@link RecordStore.deleteRecordsByUserId}.
   */
  readonly userId: string | null
  readonly value: JsonValue
  /** When the record ends, or null. An expired record is treated as absent. */
  readonly expires: Date | null
}

/** A record as it is stored. */
export interface StoredRecord extends NewRecord {
  /** Changes with each write. A version is never used again, also after the record was deleted. */
  readonly version: number
}

/** What identifies a record. */
export type RecordKey = Pick<NewRecord, 'kind' | 'id'>

/** The condition of a write. */
export interface RecordCondition {
  /** The version that the stored record must have. `null`: there must be no record. */
  readonly ifVersion?: number | null | undefined
}

/** The records that {@link RecordStore.listRecords} returns. */
export interface RecordQuery {
  readonly kind: string
  readonly userId?: string | undefined
  /** Only records that expire before this date. */
  readonly before?: Date | undefined
  /** Only records whose id comes after this one, to read the next page. */
  readonly after?: string | undefined
  /** The maximum number of records. @default 1000 */
  readonly limit?: number | undefined
}

/** The result of {@link RecordStore.incrementRecord}. */
export interface RecordCount {
  /** The count in this window, including this call. */
  readonly count: number
  /** When the window ends. */
  readonly resetsAt: Date
}

/** One step of {@link RecordStore.incrementRecords}. */
export interface RecordIncrement {
  readonly id: string
  /** What is added. 0 only reads the counter, and a negative number takes counts back. */
  readonly amount: number
  /** The length of a new window, in milliseconds. */
  readonly windowMs: number
}

/**
 * Stores records of any kind, for what users, accounts, sessions and tokens do not cover. Each method is one atomic step. Not in
 * Auth.js: `SqlAdapter`, `RedisAdapter` and `MemoryAdapter` have one as `records`, and it works beside any other adapter.
 */
export interface RecordStore {
  /** Returns whether the store is set up. Without this method it always is. `SqlAdapter`: whether the table exists. */
  isAvailable?(): Awaitable<boolean>
  /** Returns the kinds of the stored records, for `npx latchkey reseal`. */
  listKinds?(): Awaitable<string[]>
  /** Returns a record, or `null` if there is none or it expired. */
  getRecord(kind: string, id: string): Awaitable<StoredRecord | null>
  /**
   * Returns those of several records that exist, in any order, in one statement. The keys differ. Optional: without it, Latchkey calls
   * `getRecord` for each.
   */
  getRecords?(keys: readonly RecordKey[]): Awaitable<StoredRecord[]>
  /** Returns the records in the order of their ids. */
  listRecords(query: RecordQuery): Awaitable<StoredRecord[]>
  /**
   * Creates or replaces a record (compare-and-swap).
   *
   * @returns false if the condition does not hold; nothing is written then
   */
  putRecord(record: NewRecord, condition?: RecordCondition): Awaitable<boolean>
  /**
   * Increments a counter whose window of `windowMs` milliseconds starts with the first call. The counter is a record that expires
   * with its window and whose value is the count.
   */
  incrementRecord(kind: string, id: string, windowMs: number): Awaitable<RecordCount>
  /**
   * Adds to several counters of one kind in one statement, each of them in one atomic step. A counter that is absent, expired, or has a
   * count of 0 or less starts again with a new window. The ids differ. Optional: without it, Latchkey calls the other methods for each
   * counter.
   *
   * @returns the counts in the order of the steps; a count of 0 or less means that there is no counter
   */
  incrementRecords?(kind: string, increments: readonly RecordIncrement[]): Awaitable<RecordCount[]>
  /** Deletes a record. @returns `true` to exactly one of several concurrent callers */
  deleteRecord(kind: string, id: string, condition?: RecordCondition): Awaitable<boolean>
  /** Deletes all records of a user, or those of one kind. @returns their number */
  deleteRecordsByUserId(userId: string, kind?: string): Awaitable<number>
  /** Deletes the records that expired before a date, in batches. @returns their number */
  deleteExpiredRecords(before: Date): Awaitable<number>
}
