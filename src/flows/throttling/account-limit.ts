import type { RecordCount } from '../../types/record-store.js'
import type { Counters } from './counters.js'
import type { AccountLimit } from './limits.js'

/** A permission for one attempt. It counts as a failed attempt until it is returned. */
export interface AttemptPermit {
  /** Ends the count of the account, because the attempt succeeded. */
  reset(): Promise<void>
  /** Takes the count back, because the attempt could not be verified. */
  cancel(): Promise<void>
}

/** Either a permission, or when the next one is available. */
export type PermitResult =
  | { readonly permit: AttemptPermit; readonly blocked: null }
  | { readonly permit: null; readonly blocked: RecordCount }

/** How long the delays keep growing after the limit was reached. */
const levelWindowMs = 86_400_000

/**
 * Takes the permission for one attempt. Each decision is one atomic count, so that parallel attempts never get more than the limit:
 *
 * - `count` counts the attempts of a window. The last one of them also needs the slot.
 * - `slot` gives one permission per delay. Its window is the delay, so attempts during the delay do not extend it.
 * - `level` counts the slots that were taken. While there is one, each attempt needs a slot, and each slot doubles the delay.
 */
export async function takePermit(
  counters: Counters,
  id: string,
  { quota, window, delay, maxDelay }: AccountLimit,
): Promise<PermitResult> {
  const level = (await counters.read(`${id}.level`))?.count ?? 0
  const isCounted = level === 0
  if (isCounted) {
    const { count } = await counters.increment(`${id}.count`, window * 1000)
    if (count < quota) return { permit: createPermit(counters, id, { counted: ['count'] }), blocked: null }
  }
  const delayMs = Math.min(delay * 2 ** level, maxDelay) * 1000
  const slot = await counters.increment(`${id}.slot`, delayMs)
  if (slot.count > 1) return { permit: null, blocked: slot }
  await counters.increment(`${id}.level`, levelWindowMs)
  const counted = isCounted ? (['count', 'level'] as const) : (['level'] as const)
  return { permit: createPermit(counters, id, { counted, hasSlot: true }), blocked: null }
}

/** What a permission was counted in. */
interface TakenCounts {
  readonly counted: ReadonlyArray<'count' | 'level'>
  readonly hasSlot?: boolean
}

function createPermit(
  counters: Counters,
  id: string,
  { counted, hasSlot = false }: TakenCounts,
): AttemptPermit {
  return {
    reset: () => resetAccountCounters(counters, id),
    async cancel() {
      for (const part of counted) await counters.decrement(`${id}.${part}`)
      if (hasSlot) await counters.remove(`${id}.slot`)
    },
  }
}

/** Ends the counts of an account. */
export async function resetAccountCounters(counters: Counters, id: string): Promise<void> {
  for (const part of ['count', 'slot', 'level']) await counters.remove(`${id}.${part}`)
}
