import { toError } from '../base/to-error.js'
import { getRuntimeEnvironment } from '../config/environment.js'
import { getAvailableRecordStore } from '../config/stores.js'
import type { Context } from '../types/context.js'
import type { RecordCount, RecordStore, StoredRecord } from '../types/record-store.js'
import type { CounterStep, Counters } from './counters.js'
import { memoryCounters } from './memory-counters.js'

/** The kind of the records that count attempts. */
const kind = 'throttling'

/** Returns the counters in the record store, else those in the memory of this process. */
export async function getCounters({ settings }: Context): Promise<Counters> {
  const records = await getAvailableRecordStore(settings)
  if (records) return createRecordCounters(records)
  if (isOneOfSeveralProcesses()) settings.warnOnce('throttling-in-memory')
  return memoryCounters
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

function createRecordCounters(records: RecordStore): Counters {
  return {
    async add(steps) {
      const counts = records.incrementRecords
        ? await records.incrementRecords(kind, steps)
        : await addOneByOne(records, steps)
      if (counts.some(({ count }, index) => count === steps[index]?.amount))
        await deleteExpiredSometimes(records)
      return counts
    },
  }
}

/** Attempts with invented names leave one record each. */
async function deleteExpiredSometimes(records: RecordStore): Promise<void> {
  if (Math.random() < 0.01) await records.deleteExpiredRecords(new Date())
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
export async function countOrLog<T>({ settings }: Context, step: () => Promise<T>): Promise<T | null> {
  try {
    return await step()
  } catch (error) {
    settings.logger.error(toError(error))
    return null
  }
}
