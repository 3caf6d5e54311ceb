import { generateRandomBytes } from '#crypto'
import type { TooManyRequests } from '../errors.js'
import { listClientNetworks } from '../http/client-address.js'
import type { Context } from '../types/context.js'
import type { RecordCount } from '../types/record-store.js'
import { type CounterStep, type Counts, getCount } from './counters.js'
import { deriveKey } from './keys.js'
import { createLimitError, type Limit } from './limits.js'

/** What is limited by client. */
export interface SourceLimit {
  readonly method: string
  readonly limit: Limit
}

/** The counter of one network. */
export interface Source {
  readonly id: string
  readonly method: string
  readonly limit: Limit
  readonly isShared: boolean
  /** The key of a network that one client has to itself, else null. */
  readonly networkKey: string | null
}

/** How much more a network may do that many clients share. */
const sharedFactor = 10

/** Finds the counters of the networks that a request came from. There is at least one. */
export async function findSources(ctx: Context, { method, limit }: SourceLimit): Promise<readonly Source[]> {
  const networks = listClientNetworks(ctx)
  return await Promise.all(
    networks.map(async ({ name, isShared }) => {
      const key = await deriveKey(ctx, 'source', name)
      return {
        id: `${method}.source.${key}`,
        method,
        limit: isShared ? { ...limit, quota: limit.quota * sharedFactor } : limit,
        isShared,
        networkKey: isShared ? null : key,
      }
    }),
  )
}

/** Creates the steps that count a request or a failure, or that only read the counts. */
export function listSourceSteps(sources: readonly Source[], amount: 0 | 1): CounterStep[] {
  return sources.map(({ id, limit }) => ({ id, amount, windowMs: limit.window * 1000, isKept: true }))
}

/**
 * Returns the error if a limit was reached before this request.
 *
 * @param amount what this request counted
 */
export function findSourceError(
  sources: readonly Source[],
  counts: Counts,
  amount: 0 | 1,
): TooManyRequests | null {
  for (const source of sources) {
    const earlier = getCount(counts, source.id) - amount
    const count = counts.get(source.id)
    if (count && isAboveLimit(source, earlier)) return createLimitError(source.method, source.limit, count)
  }
  return null
}

/**
 * One client can use up a limit that many share, and must not bar the others. So above it a request is only less likely to be answered:
 * the probability halves with each further quarter of the limit. A flood of any size gets few times the limit.
 */
function isAboveLimit({ isShared, limit: { quota } }: Source, count: number): boolean {
  if (count < quota) return false
  return !isShared || !isSampled(0.5 ** ((count - quota) / (quota / 4)))
}

/** Returns true with a probability. The bytes are those of a key, so that the result cannot be predicted. */
export function isSampled(probability: number): boolean {
  const { buffer, byteOffset } = generateRandomBytes(4)
  return new DataView(buffer, byteOffset).getUint32(0) < probability * 2 ** 32
}

/** Returns the error for the count of a failure, if the limit was reached meanwhile. */
export function findFailureError(sources: readonly Source[], counts: Counts): TooManyRequests | null {
  for (const { id, method, limit, isShared } of sources) {
    const count: RecordCount | undefined = counts.get(id)
    if (count && !isShared && count.count > limit.quota) return createLimitError(method, limit, count)
  }
  return null
}
