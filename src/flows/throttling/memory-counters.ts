import type { RecordCount } from '../../types/record-store.js'
import type { Counters } from './counters.js'

/** Maximum number of counters, of about 150 bytes each. An attacker can invent names, but not fill the memory. */
const maxCounters = 50_000

/** The counters of this process. Their keys are derived from the secret, so configurations do not share them. */
const counts = new Map<string, RecordCount>()

/** Counts in the memory of this process. Each step runs without an `await`, so it is atomic. */
export const memoryCounters: Counters = {
  read: id => findCount(id),
  increment(id, windowMs) {
    const current = findCount(id)
    if (!current && counts.size >= maxCounters) makeRoom()
    const next = {
      count: (current?.count ?? 0) + 1,
      resetsAt: current?.resetsAt ?? new Date(Date.now() + windowMs),
    }
    // Moves the counter to the end, so that the first one is the one that was not used for the longest time.
    counts.delete(id)
    counts.set(id, next)
    return next
  },
  decrement(id) {
    const current = findCount(id)
    if (current && current.count > 1) counts.set(id, { ...current, count: current.count - 1 })
    else counts.delete(id)
  },
  remove(id) {
    counts.delete(id)
  },
}

function findCount(id: string): RecordCount | null {
  const found = counts.get(id)
  return found && found.resetsAt.getTime() > Date.now() ? found : null
}

/** Removes expired counters, then the tenth that was not used for the longest time, so that it is needed rarely. */
function makeRoom(): void {
  for (const [id, { resetsAt }] of counts) if (resetsAt.getTime() <= Date.now()) counts.delete(id)
  let excess = counts.size - maxCounters * 0.9
  for (const id of counts.keys()) if (excess-- > 0) counts.delete(id)
}
