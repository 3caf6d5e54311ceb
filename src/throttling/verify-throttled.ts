import { AdapterError, type TooManyRequests } from '../errors.js'
import type { Context } from '../types/context.js'
import type { ThrottledAttempt } from '../types/throttling.js'
import {
  listBucketResetSteps,
  listCancelSteps,
  listResetSteps,
  listRestoreSteps,
  type TakenBucket,
} from './account-limit.js'
import { findBuckets } from './buckets.js'
import { addToCounters, type CounterStep, type Counters, createTakeBack } from './counters.js'
import { countOrLog, getCounters } from './find-counters.js'
import { listGroupResets } from './group-limit.js'
import { findFailureError, findSourceError, listSourceSteps, type Source } from './source-limit.js'
import { type TakenAttempt, takeAttempt } from './take-attempt.js'

/**
 * Verifies a proof of an identity under the limits of its account and its client. One statement counts the attempt, and one settles it.
 *
 * @throws TooManyRequests; `verify` is not called then, except if parallel failures of the same client reach the limit meanwhile
 */
export async function verifyThrottled<T>(
  ctx: Context,
  attempt: ThrottledAttempt<NoInfer<T>>,
  verify: () => Promise<T>,
): Promise<T> {
  const { method, hasReserve = false, group } = attempt
  const counters = group ? await getCounters(ctx) : await countOrLog(ctx, () => getCounters(ctx))
  if (!counters) return await verify()
  const names = await attempt.getAccounts()
  const query = { method, hasReserve, names, sourceAmount: 0, group } as const
  const taken = await takeAttempt(ctx, counters, query)
  if (!taken) return await verify()
  const result = await verifyOrCount(ctx, { counters, taken }, verify)
  const error = await countOrLog(ctx, () => completeAttempt(ctx, { counters, taken }, { attempt, result }))
  if (error) throw error
  return result
}

interface OpenAttempt {
  readonly counters: Counters
  readonly taken: TakenAttempt
}

async function verifyOrCount<T>(
  ctx: Context,
  { counters, taken }: OpenAttempt,
  verify: () => Promise<T>,
): Promise<T> {
  try {
    return await verify()
  } catch (error) {
    const isStoreFailure = error instanceof AdapterError
    // A store that failed says nothing about the proof.
    const settleFailure = isStoreFailure ? cancel : countFailure
    const limitError = await countOrLog(ctx, () => settleFailure(counters, taken))
    throw limitError ?? error
  }
}

async function cancel(counters: Counters, { buckets }: TakenAttempt): Promise<null> {
  const steps = buckets.flatMap(listCancelSteps)
  await addToCounters(counters, steps)
  return null
}

async function countFailure(counters: Counters, { sources }: TakenAttempt): Promise<TooManyRequests | null> {
  return findFailureError(sources, await addToCounters(counters, listSourceSteps(sources, 1)))
}

interface Success<T> {
  readonly attempt: ThrottledAttempt<T>
  readonly result: T
}

/**
 * Ends the counts of the account that signed in, and takes back those of other names. Parallel attempts pass the first check of the
 * client together. A right guess among them must not be told apart from a wrong one.
 */
async function completeAttempt<T>(
  ctx: Context,
  { counters, taken: { sources, buckets, group } }: OpenAttempt,
  { attempt, result }: Success<T>,
): Promise<TooManyRequests | null> {
  const names = buckets.map(({ bucket }) => bucket.name)
  const verified = new Set((await attempt.listVerifiedNames?.(names, result)) ?? names)
  const isVerified = ({ bucket }: TakenBucket) => verified.has(bucket.name)
  const checked = attempt.rejectsLateProof ? sources.filter(({ isShared }) => !isShared) : []
  const settleBucket = (taken: TakenBucket) =>
    isVerified(taken) ? listResetSteps(taken) : listCancelSteps(taken)
  const counts = await addToCounters(counters, [
    ...listSourceSteps(checked, 0),
    ...buckets.flatMap(settleBucket),
    ...listGroupResets(group),
    ...(await listEarlierSteps(ctx, sources, { attempt, result })),
  ])
  const error = findSourceError(checked, counts, 0)
  if (error) await addToCounters(counters, buckets.filter(isVerified).flatMap(listRestoreSteps))
  return error
}

/** Creates the steps that end what an earlier request of the same sign-in counted, for its client and for the account. */
async function listEarlierSteps<T>(
  ctx: Context,
  sources: readonly Source[],
  { attempt: { method, hasReserve, listCountedAccounts }, result }: Success<T>,
): Promise<readonly CounterStep[]> {
  if (!listCountedAccounts) return []
  const networkKey = sources[0]?.networkKey ?? null
  const buckets = await findBuckets(ctx, {
    method,
    hasReserve: hasReserve ?? false,
    networkKey,
    names: listCountedAccounts(result),
  })
  return [
    ...sources.map(({ id }) => createTakeBack(id)),
    ...buckets.flatMap(bucket => listBucketResetSteps(bucket, ['count', 'level', 'slot'])),
  ]
}
