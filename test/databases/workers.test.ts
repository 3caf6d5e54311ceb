import type { AdapterReport } from 'latchkey/testing'
import { expect, test } from 'vitest'
import { hasMiniflare, runWorker } from './run-worker.js'

const stores = {
  D1: ['test/databases/d1-worker.ts', { d1Databases: ['DB'] }],
  'the storage of a Durable Object': [
    'test/databases/durable-object-worker.ts',
    { durableObjects: { STORE: { className: 'AuthStore', useSQLite: true } } },
  ],
} as const

test.skipIf(!hasMiniflare).each(Object.entries(stores))(
  'SqlAdapter passes the adapter contract on %s, in a Worker',
  { timeout: 180_000 },
  async (_, [entry, bindings]) => {
    const readReport = () => runWorker(entry, bindings) as Promise<AdapterReport>
    // A rejected request means that workerd crashed, which is unrelated to the adapter, so it is retried once.
    const { checks, passed } = await readReport().catch(readReport)
    expect(checks.filter(({ status }) => status === 'failed')).toEqual([])
    expect(passed).toBeGreaterThan(80)
  },
)
