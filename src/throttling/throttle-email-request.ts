import { chain } from '../base/cache.js'
import { TooManyRequests } from '../errors.js'
import type { Context } from '../types/context.js'
import type { RecordCount } from '../types/record-store.js'
import type { EmailDecision, EmailRequest } from '../types/throttling.js'
import {
  addToCounters,
  type CounterStep,
  type Counters,
  type Counts,
  countOrLog,
  createTakeBack,
  getCount,
  getCounters,
} from './counters.js'
import {
  type AccountBucket,
  createLimitError,
  findBuckets,
  findSourceError,
  findSources,
  getEmailLimits,
  isSampled,
  isWithin,
  type Limit,
  listSourceSteps,
} from './limits.js'

/**
 * How many emails a day one address gets above its limit: `networks` are the first that a network requests in a window, and `sampled` are
 * codes. The n-th refused request of a slot is sent with the probability `1 / n`, from the fifth on.
 */
const reserve = { networks: 24, sampled: 48, minRefusals: 5 }

/**
 * Counts a request for an email, by client and by address. Requests above the limit of the client do not count for the address. Above the
 * limit of an address there is one email in each part of the window, so that others cannot keep the owner from signing in.
 *
 * @throws TooManyRequests
 */
export async function resolveEmailRequest(ctx: Context, request: EmailRequest): Promise<EmailDecision> {
  const decision = await countOrLog(ctx, () =>
    chain(getCounters(ctx), counters => resolveRequest(ctx, counters, request)),
  )
  if (decision instanceof TooManyRequests) throw decision
  return decision ?? 'send'
}

async function resolveRequest(
  ctx: Context,
  counters: Counters,
  request: EmailRequest,
): Promise<EmailDecision | TooManyRequests> {
  const counted = await countRequest(ctx, counters, request)
  const { sourceError, bucket, limit, counts } = counted
  if (sourceError) {
    await addToCounters(
      counters,
      counted.steps.map(({ id }) => createTakeBack(id)),
    )
    return sourceError
  }
  const count = bucket ? getCount(counts, bucket.id) : 0
  // The last email of the limit takes the first slot, so that the next one is not sent at once.
  if (!bucket || count < limit.quota) return 'send'
  if (count > limit.quota && (await isFirstOfNetwork(counters, bucket, counts))) return 'send'
  const slot = await takeSlot(counters, bucket, limit)
  if (slot.count <= 1) return 'send'
  const wasSentBefore = request.maxAge !== null && request.maxAge >= getSlotSeconds(limit)
  if (wasSentBefore) return 'sent-before'
  return (await isRequestSampled(counters, bucket, slot)) ? 'send' : createLimitError('email', limit, slot)
}

async function countRequest(ctx: Context, counters: Counters, { email }: EmailRequest) {
  const limits = getEmailLimits(ctx.settings.throttling ?? {})
  const allSources = await findSources(ctx, { method: 'email', limit: limits.source })
  const networkKey = allSources[0]?.networkKey ?? null
  const names = [{ kind: 'email', value: email }]
  const [bucket] = await findBuckets(ctx, { method: 'email', names, hasReserve: true, networkKey })
  // Others can use up a limit that many clients share, so it does not bar an owner in a known browser.
  const sources = allSources.filter(({ isShared }) => !isShared || !bucket?.isKnown)
  const ids = [bucket?.id, bucket?.networkId].filter(id => typeof id === 'string')
  const windowMs = limits.account.window * 1000
  const steps = [
    ...listSourceSteps(sources, 1),
    ...ids.map((id): CounterStep => ({ id, amount: 1, windowMs })),
  ]
  const counts = await addToCounters(counters, steps)
  return { sourceError: findSourceError(sources, counts, 1), steps, bucket, limit: limits.account, counts }
}

/** Whether this is the first request of a network in the window, and few networks had such a request today. */
async function isFirstOfNetwork(
  counters: Counters,
  { id, networkId }: AccountBucket,
  counts: Counts,
): Promise<boolean> {
  if (networkId === null || getCount(counts, networkId) > 1) return false
  return await isWithin(counters, `${id}.networks`, reserve.networks)
}

async function isRequestSampled(
  counters: Counters,
  { id }: AccountBucket,
  { count }: RecordCount,
): Promise<boolean> {
  const refusals = count - 1
  if (refusals < reserve.minRefusals || !isSampled(1 / refusals)) return false
  return await isWithin(counters, `${id}.sampled`, reserve.sampled)
}

/** Counts the requests of one part of the window. The first one gets an email. */
async function takeSlot(counters: Counters, { id }: AccountBucket, limit: Limit): Promise<RecordCount> {
  const windowMs = getSlotSeconds(limit) * 1000
  const step = { id: `${id}.slot`, amount: 1, windowMs, isKept: true as const }
  const counts = await addToCounters(counters, [step])
  return counts.get(step.id) ?? { count: 1, resetsAt: new Date(Date.now() + windowMs) }
}

/** Returns the length of one part of the window: its share of one email. */
function getSlotSeconds({ window, quota }: Limit): number {
  return window / quota
}
