import type { Awaitable } from '../../types/common.js'
import type { RecordCount } from '../../types/record-store.js'

/** Counters whose windows start with their first count. */
export interface Counters {
  /** Returns a counter, or null if there is none or its window ended. */
  read(id: string): Awaitable<RecordCount | null>
  /** Counts in one atomic step, and returns the new count. */
  increment(id: string, windowMs: number): Awaitable<RecordCount>
  /** Takes one count back. */
  decrement(id: string): Awaitable<void>
  remove(id: string): Awaitable<void>
}
