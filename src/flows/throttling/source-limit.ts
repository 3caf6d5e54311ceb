import type { TooManyRequests } from '../../errors.js'
import type { Context } from '../../types/context.js'
import { deriveKey } from './account.js'
import { findClientNetwork } from './client-address.js'
import type { Counters } from './counters.js'
import { countOrLog } from './find-counters.js'
import { createLimitError, type Limit } from './limits.js'

/** What is limited by client. */
export interface SourceLimit {
  readonly method: string
  readonly limit: Limit
}

/** The count of one client. */
export interface SourceCount {
  /** Returns the error if the limit is reached. Counts nothing. */
  check(): Promise<TooManyRequests | null>
  /** Counts in one atomic step, and returns the error if the count is above the limit. */
  increment(): Promise<TooManyRequests | null>
  /** Takes one count back. */
  decrement(): Promise<void>
}

/** Returns the count of the client, or null if its address is unknown. */
export async function findSourceCount(
  ctx: Context,
  counters: Counters,
  { method, limit }: SourceLimit,
): Promise<SourceCount | null> {
  const network = findClientNetwork(ctx)
  if (network === null) return null
  const id = `${method}.source.${await deriveKey(ctx, 'source', network)}`
  return {
    async check() {
      const current = await counters.read(id)
      return current && current.count >= limit.quota ? createLimitError(method, limit, current) : null
    },
    async increment() {
      const current = await counters.increment(id, limit.window * 1000)
      return current.count > limit.quota ? createLimitError(method, limit, current) : null
    },
    decrement: async () => counters.decrement(id),
  }
}

/** Counts a request of the client. Those above the limit do not count. @throws TooManyRequests */
export async function countSourceRequest(
  ctx: Context,
  counters: Counters,
  sourceLimit: SourceLimit,
): Promise<void> {
  await throwIfLimited(ctx, async () => {
    const source = await findSourceCount(ctx, counters, sourceLimit)
    return (await source?.check()) ?? source?.increment()
  })
}

/** Throws the error that a step of counting returns. */
export async function throwIfLimited(
  ctx: Context,
  step: () => Promise<TooManyRequests | null | undefined>,
): Promise<void> {
  const error = await countOrLog(ctx, step)
  if (error) throw error
}
