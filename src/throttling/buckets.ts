import type { Context } from '../types/context.js'
import type { AccountName } from '../types/throttling.js'
import type { Counts } from './counters.js'
import { deriveAccountKey } from './keys.js'
import { type FindOwnerKey, readKnownOwners } from './known-device.js'
import type { AccountLimit } from './limits.js'

/** The counters of one name of an account, for browsers that it knows or for all others. */
export interface AccountBucket {
  readonly name: AccountName
  readonly id: string
  /** Whether the browser is known. Others cannot use up its attempts. */
  readonly isKnown: boolean
  /** The counter of the attempts from one network, if the bucket has a reserve. */
  readonly networkId: string | null
}

/** What the buckets of an attempt depend on. */
export interface BucketQuery {
  readonly method: string
  readonly names: readonly (AccountName | string)[]
  /** Whether attempts of other networks leave some to each network. */
  readonly hasReserve: boolean
  /** The key of the client's network, if it is known. */
  readonly networkKey: string | null
}

/** Finds the bucket of each name. */
export async function findBuckets(ctx: Context, query: BucketQuery): Promise<readonly AccountBucket[]> {
  const names = query.names.map(name => (typeof name === 'string' ? { kind: 'user', value: name } : name))
  const findOwnerKey = names.length > 0 ? await readKnownOwners(ctx) : null
  if (!findOwnerKey) return []
  const buckets = await Promise.all(names.map(name => findBucket(ctx, { ...query, name, findOwnerKey })))
  return [...new Map(buckets.map(bucket => [bucket.id, bucket])).values()]
}

interface NameQuery {
  readonly name: AccountName
  readonly findOwnerKey: FindOwnerKey
}

async function findBucket(
  ctx: Context,
  { method, hasReserve, networkKey, name, findOwnerKey }: BucketQuery & NameQuery,
): Promise<AccountBucket> {
  const accountKey = await deriveAccountKey(ctx, name)
  const ownerKey = await findOwnerKey(name, accountKey)
  const id = `${method}.${ownerKey ?? accountKey}`
  const networkId = hasReserve && ownerKey === null && networkKey !== null ? `${id}.${networkKey}` : null
  return { name, id, isKnown: ownerKey !== null, networkId }
}

/** A bucket whose attempt was counted. */
export interface CountedBucket {
  readonly bucket: AccountBucket
  readonly limit: AccountLimit
  readonly counts: Counts
  readonly hasReserve: boolean
}
