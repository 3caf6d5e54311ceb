/**
 * The limits of attempts: of an account, of a client, of a group, and the reserve that an attack leaves to others.
 *
 * @module
 */

import { generateRandomBytes } from '#crypto'
import { chain, joinAll } from '../base/cache.js'
import { TooManyRequests } from '../errors.js'
import { listClientNetworks } from '../http/client-address.js'
import type { Awaitable } from '../types/common.js'
import type { Context } from '../types/context.js'
import type { RecordCount } from '../types/record-store.js'
import type { AccountName, AttemptGroup, ThrottlingLimit, ThrottlingOptions } from '../types/throttling.js'
import { deriveAccountKey, deriveKey, type FindOwnerKey, readKnownOwners } from './accounts.js'
import {
  addToCounters,
  type CounterStep,
  type Counters,
  type Counts,
  createReset,
  createTakeBack,
  getCount,
  warnOfUnknownClient,
} from './counters.js'

/** A limit with its defaults. */
export interface Limit {
  readonly quota: number
  /** Seconds. */
  readonly window: number
}

/** The limit of an account: once it is reached, the delay between two attempts doubles. */
export interface AccountLimit extends Limit {
  /** Seconds. */
  readonly delay: number
  /** Seconds. */
  readonly maxDelay: number
}

const [quarterHour, hour] = [900, 3600]

/** Returns the limit of failed attempts for one account. */
export function getAccountLimit({ account = {} }: ThrottlingOptions): AccountLimit {
  const { delay = 30, maxDelay = hour } = account
  return { ...toLimit(account, 10, quarterHour), delay, maxDelay }
}

/** Returns the limit of failed attempts for one client. */
export function getSourceLimit({ source }: ThrottlingOptions): Limit {
  return toLimit(source, 100, quarterHour)
}

/** Returns the limits of emails to one address, and for one client. */
export function getEmailLimits({ emails = {} }: ThrottlingOptions): Record<'account' | 'source', Limit> {
  return { account: toLimit(emails.account, 3, hour), source: toLimit(emails.source, 30, hour) }
}

function toLimit({ limit, window }: ThrottlingLimit = {}, quota: number, seconds: number): Limit {
  return { quota: limit ?? quota, window: window ?? seconds }
}

/** Creates the error for an attempt above a limit. */
export function createLimitError(
  method: string,
  { quota, window }: Limit,
  { resetsAt }: RecordCount,
): TooManyRequests {
  const retryAfter = Math.max(1, Math.ceil((resetsAt.getTime() - Date.now()) / 1000))
  return new TooManyRequests(
    `There were too many attempts (${method}). The next one is possible in ${retryAfter} seconds.`,
    { retryAfter, limit: { name: method, quota, window } },
  )
}

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
export function findBuckets(ctx: Context, query: BucketQuery): Awaitable<readonly AccountBucket[]> {
  const names = query.names.map(name => (typeof name === 'string' ? { kind: 'user', value: name } : name))
  if (names.length === 0) return []
  return chain(readKnownOwners(ctx), findOwnerKey =>
    chain(joinAll(names.map(name => findBucket(ctx, { ...query, name, findOwnerKey }))), buckets => [
      ...new Map(buckets.map(bucket => [bucket.id, bucket])).values(),
    ]),
  )
}

interface NameQuery {
  readonly name: AccountName
  readonly findOwnerKey: FindOwnerKey
}

function findBucket(
  ctx: Context,
  { method, hasReserve, networkKey, name, findOwnerKey }: BucketQuery & NameQuery,
): Awaitable<AccountBucket> {
  return chain(deriveAccountKey(ctx, name), accountKey =>
    chain(findOwnerKey(name, accountKey), ownerKey => {
      const id = `${method}.${ownerKey ?? accountKey}`
      const networkId = hasReserve && ownerKey === null && networkKey !== null ? `${id}.${networkKey}` : null
      return { name, id, isKnown: ownerKey !== null, networkId }
    }),
  )
}

const dayMs = 86_400_000

/** A bucket whose attempt was counted. */
export interface CountedBucket {
  readonly bucket: AccountBucket
  readonly limit: AccountLimit
  readonly counts: Counts
  readonly hasReserve: boolean
}

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
export function findSources(ctx: Context, { method, limit }: SourceLimit): Awaitable<readonly Source[]> {
  warnOfUnknownClient(ctx)
  return joinAll(
    listClientNetworks(ctx).map(({ name, isShared }) =>
      chain(deriveKey(ctx, 'source', name), key => ({
        id: `${method}.source.${key}`,
        method,
        limit: isShared ? { ...limit, quota: limit.quota * sharedFactor } : limit,
        isShared,
        networkKey: isShared ? null : key,
      })),
    ),
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

/** The counter of a group of attempts, such as those of one pending sign-in. */
export interface CountedGroup {
  readonly id: string
  readonly method: string
  readonly group: AttemptGroup
}

/** Finds the counter of a group of attempts. */
export async function findGroupCounter(
  ctx: Context,
  method: string,
  group: AttemptGroup,
): Promise<CountedGroup> {
  return { id: `${method}.group.${await deriveKey(ctx, 'group', group.id)}`, method, group }
}

/** Creates the step that counts an attempt. */
export function listGroupSteps(counted: CountedGroup | null): CounterStep[] {
  return counted ? [{ id: counted.id, amount: 1, windowMs: counted.group.window * 1000, isKept: true }] : []
}

/** Creates the step that ends the count, because an attempt succeeded. */
export function listGroupResets(counted: CountedGroup | null): CounterStep[] {
  return counted ? [createReset(counted.id)] : []
}

/** Creates the step that takes an attempt back, because it was not verified. */
export function listGroupCancels(counted: CountedGroup | null): CounterStep[] {
  return counted ? [createTakeBack(counted.id)] : []
}

/** Returns the error if there were too many attempts, with this one. */
export function findGroupError(counted: CountedGroup | null, counts: Counts): TooManyRequests | null {
  const count = counted && counts.get(counted.id)
  if (!count || count.count <= counted.group.limit) return null
  const { limit, window } = counted.group
  return createLimitError(counted.method, { quota: limit, window }, count)
}

/** How many attempts a day a network keeps that others cannot use up, and how many all networks together get this way. */
const networkReserve = { each: 3, all: 100 }

/**
 * When refused attempts are verified at random: from this delay on, after this many refusals in it, the n-th one with the probability
 * `weight / n`, so a flood of n attempts gets only about `weight * ln(n)`.
 */
const sampling = { minDelayMs: 600_000, minRefusals: 10, weight: 2, all: 500 }

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
async function isReserveGranted(counters: Counters, attempt: RefusedAttempt): Promise<boolean> {
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
