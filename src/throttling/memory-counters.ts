import type { RecordCount } from '../types/record-store.js'
import type { CounterStep, Counters } from './counters.js'

/** Maximum number of counters, of about 150 bytes each. An attacker can invent names, but not fill the memory. */
const maxCounters = 50_000

/** A counter in memory. */
interface MemoryCount extends RecordCount {
  readonly isKept: boolean
}

/** The counters of this process. Their keys are derived from the secret, so configurations do not share them. */
const counts = new Map<string, MemoryCount>()

/** Counts in the memory of this process. All steps run without an `await`, so they are atomic. */
export const memoryCounters: Counters = { add: steps => steps.map(addToCounter) }

function addToCounter({ id, amount, windowMs, isKept }: CounterStep): RecordCount {
  const current = findCount(id)
  const count = (current?.count ?? 0) + amount
  const resetsAt = current?.resetsAt ?? new Date(Date.now() + windowMs)
  if (!current && count > 0 && counts.size >= maxCounters) makeRoom()
  // Moves the counter to the end, so that the first one is the one that was not used for the longest time.
  counts.delete(id)
  if (count > 0) counts.set(id, { count, resetsAt, isKept: isKept ?? false })
  return { count, resetsAt }
}

function findCount(id: string): MemoryCount | null {
  const found = counts.get(id)
  return found && found.resetsAt.getTime() > Date.now() ? found : null
}

/**
 * Removes expired counters, then a tenth, so that it is needed rarely: the lowest counts first, of which those that were not used for the
 * longest time. So invented names, which have one count each, do not end the limit of an account.
 */
function makeRoom(): void {
  for (const [id, { resetsAt }] of counts) if (resetsAt.getTime() <= Date.now()) counts.delete(id)
  const excess = counts.size - maxCounters * 0.9
  if (excess <= 0) return
  const byImportance = [...counts].sort(
    ([, a], [, b]) => Number(a.isKept) - Number(b.isKept) || a.count - b.count,
  )
  for (const [id] of byImportance.slice(0, excess)) counts.delete(id)
}
