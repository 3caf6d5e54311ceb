import type { CountedBucket } from './buckets.js'
import { addToCounters, type Counters, getCount } from './counters.js'
import { isSampled } from './source-limit.js'

/** How many attempts a day a network keeps that others cannot use up, and how many all networks together get this way. */
const networkReserve = { each: 3, all: 100 }

/**
 * When refused attempts are verified at random: from this delay on, after this many refusals in it, the n-th one with the probability
 * `weight / n`, so a flood of n attempts gets only about `weight * ln(n)`.
 */
const sampling = { minDelayMs: 600_000, minRefusals: 10, weight: 2, all: 500 }

const dayMs = 86_400_000

/** An attempt that was refused in the delay of an account. */
export interface RefusedAttempt extends CountedBucket {
  /** How many attempts were refused in this delay, with this one. */
  readonly refusals: number
  readonly delayMs: number
}

/**
 * Returns whether a refused attempt is verified all the same. An attacker who takes each slot must not lock the owner out:
 *
 * - A network that made no attempts for the account keeps some of its own.
 * - Others share what is verified at random. The owner's part of it is the owner's part of the attempts.
 *
 * Both have a limit by account and day, because an attacker can have many networks.
 */
export async function isReserveGranted(counters: Counters, attempt: RefusedAttempt): Promise<boolean> {
  const { bucket, counts, hasReserve } = attempt
  if (!hasReserve || bucket.isKnown) return false
  if (bucket.networkId !== null && getCount(counts, bucket.networkId) <= networkReserve.each)
    if (await isWithin(counters, `${bucket.id}.networks`, networkReserve.all)) return true
  const { delayMs, refusals } = attempt
  if (delayMs < sampling.minDelayMs || refusals < sampling.minRefusals) return false
  if (!isSampled(sampling.weight / refusals)) return false
  return await isWithin(counters, `${bucket.id}.sampled`, sampling.all)
}

/** Counts what is granted, and returns whether it is within the quota of a day. */
export async function isWithin(counters: Counters, id: string, quota: number): Promise<boolean> {
  const counts = await addToCounters(counters, [{ id, amount: 1, windowMs: dayMs, isKept: true }])
  return getCount(counts, id) <= quota
}
