import type { TooManyRequests } from '../errors.js'
import type { Context } from '../types/context.js'
import type { AttemptGroup } from '../types/throttling.js'
import { listAttemptSteps, listCancelSteps, type TakenBucket, takePermit } from './account-limit.js'
import { type BucketQuery, type CountedBucket, findBuckets } from './buckets.js'
import { addToCounters, type CounterStep, type Counters, type Counts, createTakeBack } from './counters.js'
import { countOrLog } from './find-counters.js'
import {
  type CountedGroup,
  findGroupCounter,
  findGroupError,
  listGroupCancels,
  listGroupSteps,
} from './group-limit.js'
import { createLimitError, getAccountLimit, getSourceLimit } from './limits.js'
import { findSourceError, findSources, listSourceSteps, type Source } from './source-limit.js'

/** What is counted. */
export interface AttemptQuery extends Omit<BucketQuery, 'networkKey'> {
  /** What the attempt counts for the client at once: 1 for a request, and 0 for an attempt of which only a failure counts. */
  readonly sourceAmount: 0 | 1
  /** What the attempt belongs to, if that has a limit of its own. */
  readonly group?: AttemptGroup | undefined
}

/** An attempt that may be verified. */
export interface TakenAttempt {
  readonly sources: readonly Source[]
  readonly buckets: readonly TakenBucket[]
  readonly group: CountedGroup | null
}

/**
 * Counts an attempt for its client and for each name of its account, in one statement.
 *
 * @returns null if the store failed and there is no group
 * @throws TooManyRequests
 * @throws AdapterError if the attempts for a group cannot be counted
 */
export async function takeAttempt(
  ctx: Context,
  counters: Counters,
  query: AttemptQuery,
): Promise<TakenAttempt | null> {
  const count = () => countAttempt(ctx, counters, query)
  const counted = query.group ? await count() : await countOrLog(ctx, count)
  if (!counted) return null
  const { sources, buckets, counts, group } = counted
  const error = findGroupError(group, counts) ?? findSourceError(sources, counts, query.sourceAmount)
  if (error) await refuse(ctx, counters, { steps: listAllCancelSteps(counted, query), error })
  const taken: TakenBucket[] = []
  for (const countedBucket of buckets) {
    const permit = await countOrLog(ctx, () => takePermit(counters, countedBucket))
    if (permit?.taken) taken.push(permit.taken)
    if (!permit?.blocked) continue
    const steps = buckets
      .filter(({ bucket }) => bucket !== countedBucket.bucket)
      .flatMap(({ bucket }) => listCancelSteps(taken.find(other => other.bucket === bucket) ?? { bucket }))
    await refuse(ctx, counters, {
      steps: [...steps, ...listGroupCancels(group)],
      error: createLimitError(query.method, countedBucket.limit, permit.blocked),
    })
  }
  return { sources, buckets: taken, group }
}

interface CountedAttempt {
  readonly sources: readonly Source[]
  readonly buckets: readonly CountedBucket[]
  readonly group: CountedGroup | null
  readonly counts: Counts
}

async function countAttempt(ctx: Context, counters: Counters, query: AttemptQuery): Promise<CountedAttempt> {
  const { hasReserve, sourceAmount } = query
  const limit = getAccountLimit(ctx.settings.throttling ?? {})
  const { allSources, buckets } = await findCounted(ctx, query)
  const group = query.group ? await findGroupCounter(ctx, query.method, query.group) : null
  // Others can use up a limit that many clients share, so it does not bar an owner in a known browser.
  const isOwner = buckets.some(({ isKnown }) => isKnown)
  const sources = allSources.filter(({ isShared }) => !isShared || !isOwner)
  const counts = await addToCounters(counters, [
    ...listSourceSteps(sources, sourceAmount),
    ...buckets.flatMap(bucket => listAttemptSteps(bucket, limit)),
    ...listGroupSteps(group),
  ])
  return {
    sources,
    counts,
    group,
    buckets: buckets.map(bucket => ({ bucket, limit, counts, hasReserve })),
  }
}

/** Without `throttling`, clients and accounts have no limit. */
async function findCounted(ctx: Context, query: AttemptQuery) {
  const { throttling } = ctx.settings
  if (!throttling) return { allSources: [], buckets: [] }
  const { method } = query
  const allSources = await findSources(ctx, { method, limit: getSourceLimit(throttling) })
  const buckets = await findBuckets(ctx, { ...query, networkKey: allSources[0]?.networkKey ?? null })
  return { allSources, buckets }
}

function listAllCancelSteps(
  { sources, buckets, group }: CountedAttempt,
  { sourceAmount }: AttemptQuery,
): CounterStep[] {
  return [
    ...(sourceAmount === 0 ? [] : sources.map(({ id }) => createTakeBack(id))),
    ...buckets.flatMap(listCancelSteps),
    ...listGroupCancels(group),
  ]
}

interface Refusal {
  /** What is taken back, so that a refused attempt counts for no other account. */
  readonly steps: readonly CounterStep[]
  readonly error: TooManyRequests
}

async function refuse(ctx: Context, counters: Counters, { steps, error }: Refusal): Promise<never> {
  await countOrLog(ctx, () => addToCounters(counters, steps))
  throw error
}
