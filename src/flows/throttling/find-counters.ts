import { toError } from '../../base/to-error.js'
import { getRuntimeEnvironment } from '../../config/environment.js'
import { getAvailableRecordStore } from '../../config/stores.js'
import type { Context } from '../../types/context.js'
import type { RecordStore } from '../../types/record-store.js'
import type { Counters } from './counters.js'
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
    async read(id) {
      const record = await records.getRecord(kind, id)
      return record?.expires ? { count: Number(record.value), resetsAt: record.expires } : null
    },
    async increment(id, windowMs) {
      const result = await records.incrementRecord(kind, id, windowMs)
      if (result.count === 1) await deleteExpiredSometimes(records)
      return result
    },
    decrement: id => decrementRecord(records, id),
    async remove(id) {
      await records.deleteRecord(kind, id)
    },
  }
}

/** Attempts with invented names leave one record each. */
async function deleteExpiredSometimes(records: RecordStore): Promise<void> {
  if (Math.random() < 0.01) await records.deleteExpiredRecords(new Date())
}

/** How often a count is taken back that other requests change meanwhile. If that fails, the attempt stays counted. */
const maxTries = 5

async function decrementRecord(records: RecordStore, id: string): Promise<void> {
  for (let tries = 0; tries < maxTries; tries++) {
    const record = await records.getRecord(kind, id)
    if (!record) return
    const condition = { ifVersion: record.version }
    const { version: _, value, ...rest } = record
    const isDone =
      Number(value) > 1
        ? await records.putRecord({ ...rest, value: Number(value) - 1 }, condition)
        : await records.deleteRecord(kind, id, condition)
    if (isDone) return
  }
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
