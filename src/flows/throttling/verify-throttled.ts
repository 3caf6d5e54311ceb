import { AdapterError } from '../../errors.js'
import type { Context } from '../../types/context.js'
import type { ThrottledAttempt } from '../../types/throttling.js'
import { type AttemptPermit, resetAccountCounters, takePermit } from './account-limit.js'
import type { Counters } from './counters.js'
import { countOrLog, getCounters } from './find-counters.js'
import { deriveCountKey } from './known-device.js'
import { createLimitError, getAccountLimit, getSourceLimit } from './limits.js'
import { findSourceCount, type SourceCount, throwIfLimited } from './source-limit.js'

/**
 * Verifies a proof of an identity under the limits of its account and its client.
 *
 * @throws TooManyRequests; `verify` is not called then, except if parallel failures of the same client reach the limit meanwhile
 */
export async function verifyThrottled<T>(
  ctx: Context,
  attempt: ThrottledAttempt<NoInfer<T>>,
  verify: () => Promise<T>,
): Promise<T> {
  const counters = await countOrLog(ctx, () => getCounters(ctx))
  if (!counters) return await verify()
  const limit = getSourceLimit(ctx.settings.throttling ?? {})
  const source = await countOrLog(ctx, () =>
    findSourceCount(ctx, counters, { method: attempt.method, limit }),
  )
  await throwIfLimited(ctx, async () => source?.check())
  const permits = await takeAccountPermits(ctx, counters, attempt)
  const result = await verifyOrCount(ctx, { source, permits }, verify)
  // Parallel attempts pass the first check together. A right guess among them must not be told apart from a wrong one.
  if (attempt.rejectsLateProof) await throwIfLimited(ctx, async () => source?.check())
  await countOrLog(ctx, async () => {
    for (const permit of permits) await permit.reset()
    const accounts = attempt.listCountedAccounts?.(result)
    if (accounts) await resetEarlierCounts(ctx, counters, { ...attempt, source, accounts })
  })
  return result
}

interface CountedAttempt {
  readonly source: SourceCount | null
  readonly permits: readonly AttemptPermit[]
}

async function verifyOrCount<T>(
  ctx: Context,
  { source, permits }: CountedAttempt,
  verify: () => Promise<T>,
): Promise<T> {
  try {
    return await verify()
  } catch (error) {
    // A store that failed says nothing about the proof.
    if (error instanceof AdapterError) await cancelPermits(ctx, permits)
    else await throwIfLimited(ctx, async () => source?.increment())
    throw error
  }
}

interface EarlierCounts {
  readonly method: string
  readonly source: SourceCount | null
  readonly accounts: readonly unknown[]
}

async function resetEarlierCounts(
  ctx: Context,
  counters: Counters,
  { method, source, accounts }: EarlierCounts,
): Promise<void> {
  await source?.decrement()
  for (const account of accounts)
    if (typeof account === 'string')
      await resetAccountCounters(counters, `${method}.${await deriveCountKey(ctx, account)}`)
}

async function cancelPermits(ctx: Context, permits: readonly AttemptPermit[]): Promise<void> {
  for (const permit of permits) await countOrLog(ctx, () => permit.cancel())
}

/** Takes a permission for each name of the account. Each is counted as a failure until the proof is verified. */
export async function takeAccountPermits(
  ctx: Context,
  counters: Counters,
  { method, getAccounts }: Pick<ThrottledAttempt, 'method' | 'getAccounts'>,
): Promise<readonly AttemptPermit[]> {
  const limit = getAccountLimit(ctx.settings.throttling ?? {})
  const permits: AttemptPermit[] = []
  for (const account of new Set(await getAccounts())) {
    const taken = await countOrLog(ctx, async () => {
      const key = await deriveCountKey(ctx, account)
      return await takePermit(counters, `${method}.${key}`, limit)
    })
    if (taken?.blocked) {
      await cancelPermits(ctx, permits)
      throw createLimitError(method, limit, taken.blocked)
    }
    if (taken) permits.push(taken.permit)
  }
  return permits
}
