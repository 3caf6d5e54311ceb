import { SqlAdapter } from 'latchkey/adapters/sql'
import { openTempStore } from '../contract/temp-store.js'
import { describeRaces } from './describe-races.js'
import { describeThrottlingRaces } from './describe-throttling-races.js'

async function openFile() {
  const opened = await openTempStore(async file => {
    const adapters = [SqlAdapter(`file:${file}`), SqlAdapter(`file:${file}`)] as const
    return {
      adapter: adapters[0],
      adapters,
      async close() {
        for (const adapter of adapters) await adapter.close()
      },
    }
  })
  return { store: opened, close: async () => opened.close() }
}

describeRaces('SQLite, from two connections', openFile)
describeThrottlingRaces('SQLite, from two connections', openFile)
