import { AdapterError, TooManyRequests } from '../errors.js'
import type { Context } from '../types/context.js'
import type { AttemptGroup, ThrottledAttempt } from '../types/throttling.js'
import { listAccountNames } from './accounts.js'
import {
  addToCounters,
  type CounterStep,
  type Counters,
  type Counts,
  countOrLog,
  createTakeBack,
  getCounters,
} from './counters.js'
import {
  type BucketQuery,
  type CountedBucket,
  type CountedGroup,
  createLimitError,
  findBuckets,
  findFailureError,
  findGroupCounter,
  findGroupError,
  findSourceError,
  findSources,
  getAccountLimit,
  getSourceLimit,
  listAttemptSteps,
  listBucketResetSteps,
  listCancelSteps,
  listGroupCancels,
  listGroupResets,
  listGroupSteps,
  listResetSteps,
  listRestoreSteps,
  listSourceSteps,
  type Source,
  type TakenBucket,
  takePermit,
} from './limits.js'

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
    // A store that failed, or a server that is busy, says nothing about the proof.
    const isUnverified = error instanceof AdapterError || error instanceof TooManyRequests
    const settleFailure = isUnverified ? cancel : countFailure
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
async function takeAttempt(
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

/**
 * Counts a request for the options of a passkey ceremony, by client and by the account that it names. A request without a name does not
 * count, because the sign-in page sends one at each visit, for the autofill of the browser.
 *
 * @throws TooManyRequests
 */
export async function throttlePasskeyRequest(ctx: Context): Promise<void> {
  const { provider, request } = ctx
  const inputs = provider?.type === 'webauthn' ? provider.formFields : undefined
  const names = listAccountNames(request.query, inputs)
  const counters = names.length > 0 ? await countOrLog(ctx, () => getCounters(ctx)) : null
  if (counters)
    await takeAttempt(ctx, counters, { method: 'passkey', names, hasReserve: true, sourceAmount: 1 })
}
