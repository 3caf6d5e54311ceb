import { MemoryAdapter } from 'latchkey/adapters/memory'
import { SqlAdapter } from 'latchkey/adapters/sql'
import { onTestFinished } from 'vitest'
import { openTempStore } from '../contract/temp-store.js'
import { describeResealCrashes } from './describe-reseal-crashes.js'

describeResealCrashes('memory', async () => MemoryAdapter().records)
describeResealCrashes('SQLite', async () => {
  const { adapter, close } = await openTempStore(async file => {
    const adapter = SqlAdapter(`file:${file}`)
    await adapter.migrate()
    return { adapter, close: async () => adapter.close() }
  })
  onTestFinished(close)
  return adapter.records
})
