/**
 * Counters of attempts: in the record store, else in the memory of this process.
 *
 * @module
 */

import { catchErrors, chain } from '../base/cache.js'
import { toError } from '../base/to-error.js'
import { getRuntimeEnvironment } from '../config/environment.js'
import { getAvailableRecordStore } from '../config/stores.js'
import { warningTexts } from '../config/warnings.js'
import { findClientWarning } from '../http/client-address.js'
import type { Awaitable } from '../types/common.js'
import type { Context } from '../types/context.js'
import type { RecordCount, RecordIncrement, RecordStore, StoredRecord } from '../types/record-store.js'

/** One step of a counter, whose window starts with its first count. */
export interface CounterStep extends RecordIncrement {
  /** Whether the counter keeps a limit in force. If the memory is full, it is removed after all others. */
  readonly isKept?: true
}

/** The counts after some steps, by id. */
export type Counts = ReadonlyMap<string, RecordCount>

/** Counters that are changed together. */
export interface Counters {
  /** Makes each step atomically, and all of them in one statement. Returns the counts in the order of the steps. */
  add(steps: readonly CounterStep[]): Awaitable<readonly RecordCount[]>
}

/** More than any count. Subtracting it ends a counter. */
const everything = 1e9

/** Creates the step that ends a counter. */
export function createReset(id: string): CounterStep {
  return { id, amount: -everything, windowMs: 1 }
}

/** Creates the step that takes counts back. */
export function createTakeBack(id: string, amount = 1): CounterStep {
  return { id, amount: -amount, windowMs: 1 }
}

/** Makes the steps, and returns the counts by id. */
export function addToCounters(counters: Counters, steps: readonly CounterStep[]): Awaitable<Counts> {
  const distinct = [...new Map(steps.map(step => [step.id, step])).values()]
  if (distinct.length === 0) return new Map()
  return chain(
    counters.add(distinct),
    counts => new Map(distinct.flatMap(({ id }, index) => (counts[index] ? [[id, counts[index]]] : []))),
  )
}

/** Returns a count, 0 if there is none. */
export function getCount(counts: Counts, id: string): number {
  return Math.max(0, counts.get(id)?.count ?? 0)
}

/** The kind of the records that count attempts. */
const kind = 'throttling'

/** Returns the counters in the record store, else those in the memory of this process. */
export function getCounters({ settings }: Context): Awaitable<Counters> {
  return chain(getAvailableRecordStore(settings), records => {
    if (records) return createRecordCounters(records)
    if (isOneOfSeveralProcesses()) settings.warnOnce('throttling-in-memory')
    return memoryCounters
  })
}

/** Environment variables of platforms that run several processes of an app, or end them after a request. */
const platformVariables = [
  'AWS_LAMBDA_FUNCTION_NAME',
  'CF_PAGES',
  'FUNCTIONS_WORKER_RUNTIME',
  'KUBERNETES_SERVICE_HOST',
  'K_SERVICE',
  'NETLIFY',
  'NODE_APP_INSTANCE',
  'VERCEL',
]

function isOneOfSeveralProcesses(): boolean {
  const environment = getRuntimeEnvironment()
  return (
    platformVariables.some(name => environment[name]) ||
    globalThis.navigator?.userAgent === 'Cloudflare-Workers' ||
    Reflect.get(Object(globalThis.process?.getBuiltinModule?.('node:cluster')), 'isWorker') === true
  )
}

const proxyFix = 'Behind proxies that append to `X-Forwarded-For`, set `trustedProxies` to their number.'

/** Warns once if all clients share a limit. On a developer's machine, there is one client. */
export function warnOfUnknownClient(ctx: Context): void {
  const { request, settings } = ctx
  const code = findClientWarning(ctx)
  if (code === 'throttling-without-source') settings.warnOnce(code)
  if (code !== 'throttling-without-address' || settings.isDevelopment) return
  const { clientAddressFix } = request.head
  settings.warnOnce(
    code,
    '',
    clientAddressFix && `${warningTexts[code].cause} ${clientAddressFix} ${proxyFix}`,
  )
}

function createRecordCounters(records: RecordStore): Counters {
  return {
    async add(steps) {
      const counts = records.incrementRecords
        ? await records.incrementRecords(kind, steps)
        : await addOneByOne(records, steps)
      // Attempts with invented names leave one record each.
      const hasNew = counts.some(({ count }, index) => count === steps[index]?.amount)
      if (hasNew && Math.random() < 0.01) await records.deleteExpiredRecords(new Date())
      return counts
    },
  }
}

/** For record stores of apps that have no `incrementRecords`. */
async function addOneByOne(records: RecordStore, steps: readonly CounterStep[]): Promise<RecordCount[]> {
  const counts: RecordCount[] = []
  for (const step of steps) {
    const { id, amount, windowMs } = step
    counts.push(
      amount > 0 ? await records.incrementRecord(kind, id, windowMs) : await takeBack(records, step),
    )
  }
  return counts
}

/** How often counts are taken back that other requests change meanwhile. If that fails, they stay counted. */
const maxTries = 5

async function takeBack(records: RecordStore, { id, amount, windowMs }: CounterStep): Promise<RecordCount> {
  for (let tries = 0; tries < maxTries; tries++) {
    const record = await records.getRecord(kind, id)
    if (!record?.expires) break
    const count = Number(record.value) + amount
    if (amount === 0 || (await writeCount(records, record, count))) return { count, resetsAt: record.expires }
  }
  return { count: amount, resetsAt: new Date(Date.now() + windowMs) }
}

async function writeCount(
  records: RecordStore,
  { version, ...record }: StoredRecord,
  count: number,
): Promise<boolean> {
  const condition = { ifVersion: version }
  return count > 0
    ? await records.putRecord({ ...record, value: count }, condition)
    : await records.deleteRecord(kind, record.id, condition)
}

/** Runs a step of counting. If the store fails, the failure is logged and the sign-in goes on: an outage must not keep users out. */
export function countOrLog<T>({ settings }: Context, step: () => Awaitable<T>): Awaitable<T | null> {
  return catchErrors<T | null>(step, error => {
    settings.logger.error(toError(error))
    return null
  })
}

/** Maximum number of counters, of about 150 bytes each. An attacker can invent names, but not fill the memory. */
const maxCounters = 50_000

/** A counter in memory. */
interface MemoryCount extends RecordCount {
  readonly isKept: boolean
}

/** The counters of this process. Their keys are derived from the secret, so configurations do not share them. */
export const memoryCounts = new Map<string, MemoryCount>()

/** Counts in the memory of this process. All steps run without an `await`, so they are atomic. */
export const memoryCounters: Counters = { add: steps => steps.map(addToCounter) }

function addToCounter({ id, amount, windowMs, isKept }: CounterStep): RecordCount {
  const current = findCount(id)
  const count = (current?.count ?? 0) + amount
  const resetsAt = current?.resetsAt ?? new Date(Date.now() + windowMs)
  if (!current && count > 0 && memoryCounts.size >= maxCounters) makeRoom()
  // Moves the counter to the end, so that the first one is the one that was not used for the longest time.
  memoryCounts.delete(id)
  if (count > 0) memoryCounts.set(id, { count, resetsAt, isKept: isKept ?? false })
  return { count, resetsAt }
}

function findCount(id: string): MemoryCount | null {
  const found = memoryCounts.get(id)
  return found && found.resetsAt.getTime() > Date.now() ? found : null
}

/**
 * Removes expired counters, then a tenth, so that it is needed rarely: the lowest counts first, of which those that were not used for the
 * longest time. So invented names, which have one count each, do not end the limit of an account.
 */
function makeRoom(): void {
  for (const [id, { resetsAt }] of memoryCounts) if (resetsAt.getTime() <= Date.now()) memoryCounts.delete(id)
  const excess = memoryCounts.size - maxCounters * 0.9
  if (excess <= 0) return
  const byImportance = [...memoryCounts].sort(
    ([, a], [, b]) => Number(a.isKept) - Number(b.isKept) || a.count - b.count,
  )
  for (const [id] of byImportance.slice(0, excess)) memoryCounts.delete(id)
}
