import type { Awaitable } from '../types/common.js'
import type { RecordCount, RecordIncrement } from '../types/record-store.js'

/** One step of a counter, whose window starts with its first count. */
export interface CounterStep extends RecordIncrement {
  /** Whether the counter keeps a limit in force. If the memory is full, it is removed after all others. */
  readonly isKept?: true
}

/** The counts after some steps, by id. */
export type Counts = ReadonlyMap<string, RecordCount>

/** Counters that are changed together. */
export interface Counters {
  /** Makes each step atomically, and all of them in one statement. Returns the counts in the order of the steps. */
  add(steps: readonly CounterStep[]): Awaitable<readonly RecordCount[]>
}

/** More than any count. Subtracting it ends a counter. */
const everything = 1e9

/** Creates the step that ends a counter. */
export function createReset(id: string): CounterStep {
  return { id, amount: -everything, windowMs: 1 }
}

/** Creates the step that takes counts back. */
export function createTakeBack(id: string, amount = 1): CounterStep {
  return { id, amount: -amount, windowMs: 1 }
}

/** Makes the steps, and returns the counts by id. */
export async function addToCounters(counters: Counters, steps: readonly CounterStep[]): Promise<Counts> {
  const distinct = [...new Map(steps.map(step => [step.id, step])).values()]
  if (distinct.length === 0) return new Map()
  const counts = await counters.add(distinct)
  return new Map(distinct.flatMap(({ id }, index) => (counts[index] ? [[id, counts[index]]] : [])))
}

/** Returns a count, 0 if there is none. */
export function getCount(counts: Counts, id: string): number {
  return Math.max(0, counts.get(id)?.count ?? 0)
}
