import type { RecordCount } from '../types/record-store.js'
import type { AccountBucket, CountedBucket } from './buckets.js'
import {
  addToCounters,
  type CounterStep,
  type Counters,
  createReset,
  createTakeBack,
  getCount,
} from './counters.js'
import type { AccountLimit } from './limits.js'
import { isReserveGranted } from './reserve.js'

const dayMs = 86_400_000

/**
 * Creates the steps that count an attempt. Each is counted as a failure until the proof is verified, so that parallel attempts never get
 * more than the limit:
 *
 * - `count` counts the attempts of a window. The last one of them also needs the slot.
 * - `slot` gives one permission per delay. Its window is the delay, so attempts during the delay do not extend it.
 * - `level` counts the slots that were taken. While there is one, each attempt needs a slot, and each slot doubles the delay.
 */
export function listAttemptSteps({ id, networkId }: AccountBucket, { window }: AccountLimit): CounterStep[] {
  return [
    { id: `${id}.count`, amount: 1, windowMs: window * 1000 },
    { id: `${id}.level`, amount: 0, windowMs: dayMs, isKept: true },
    ...(networkId === null ? [] : [{ id: networkId, amount: 1, windowMs: dayMs }]),
  ]
}

/** A bucket whose attempt is verified. */
export interface TakenBucket extends CountedBucket {
  /** Whether the attempt took the slot. */
  readonly hasSlot: boolean
}

/** Either a permission, or when the next one is available. */
export type PermitResult =
  | { readonly taken: TakenBucket; readonly blocked: null }
  | { readonly taken: null; readonly blocked: RecordCount }

/** Decides whether a counted attempt is verified. */
export async function takePermit(counters: Counters, counted: CountedBucket): Promise<PermitResult> {
  const { bucket, limit } = counted
  if (!isPenalized(counted)) return { taken: { ...counted, hasSlot: false }, blocked: null }
  const level = getCount(counted.counts, `${bucket.id}.level`)
  const delayMs = Math.min(limit.delay * 2 ** level, limit.maxDelay) * 1000
  const slotId = `${bucket.id}.slot`
  const taken = await addToCounters(counters, [{ id: slotId, amount: 1, windowMs: delayMs, isKept: true }])
  const slot = taken.get(slotId)
  if (slot && slot.count > 1) {
    const isGranted = await isReserveGranted(counters, { ...counted, refusals: slot.count - 1, delayMs })
    return isGranted
      ? { taken: { ...counted, hasSlot: false }, blocked: null }
      : { taken: null, blocked: slot }
  }
  await addToCounters(counters, [{ id: `${bucket.id}.level`, amount: 1, windowMs: dayMs, isKept: true }])
  return { taken: { ...counted, hasSlot: true }, blocked: null }
}

/** Whether each attempt needs a slot. */
function isPenalized({ bucket: { id }, limit, counts }: CountedBucket): boolean {
  return getCount(counts, `${id}.level`) > 0 || getCount(counts, `${id}.count`) >= limit.quota
}

/** A bucket whose attempt was counted, and may have taken the slot. */
type OpenBucket = Pick<TakenBucket, 'bucket'> & Partial<TakenBucket>

/** Creates the steps that take an attempt back, because it could not be verified or signed in to another account. */
export function listCancelSteps({ bucket, hasSlot }: OpenBucket): CounterStep[] {
  const { id, networkId } = bucket
  return [
    createTakeBack(`${id}.count`),
    ...(networkId === null ? [] : [createTakeBack(networkId)]),
    ...(hasSlot ? [createTakeBack(`${id}.level`), createReset(`${id}.slot`)] : []),
  ]
}

/** Creates the steps that end the counts of an account, because an attempt succeeded. */
export function listResetSteps(counted: CountedBucket): CounterStep[] {
  return listBucketResetSteps(counted.bucket, isPenalized(counted) ? ['count', 'level', 'slot'] : ['count'])
}

/** Creates the steps that end counts of an account. */
export function listBucketResetSteps(
  { id, networkId }: AccountBucket,
  parts: readonly ('count' | 'level' | 'slot')[],
): CounterStep[] {
  return [
    ...parts.map(part => createReset(`${id}.${part}`)),
    ...(networkId === null ? [] : [createReset(networkId)]),
  ]
}

/** Creates the steps that restore the counts that {@link listResetSteps} ended. */
export function listRestoreSteps({ bucket: { id }, limit, counts }: CountedBucket): CounterStep[] {
  const count = { id: `${id}.count`, amount: getCount(counts, `${id}.count`), windowMs: limit.window * 1000 }
  const level = {
    id: `${id}.level`,
    amount: getCount(counts, `${id}.level`),
    windowMs: dayMs,
    isKept: true as const,
  }
  return [count, level].filter(({ amount }) => amount > 0)
}
