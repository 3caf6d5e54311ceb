import { MemoryAdapter } from 'latchkey/adapters/memory'
import { SqlAdapter } from 'latchkey/adapters/sql'
import { openTempStore } from '../contract/temp-store.js'
import { createPlainAdapter } from '../support/app.js'
import { describeRaces } from './describe-races.js'
import { describeThrottlingRaces } from './describe-throttling-races.js'
import { describeTwoFactorModel } from './describe-two-factor-model.js'
import { describeTwoFactorRaces } from './describe-two-factor-races.js'

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
describeTwoFactorRaces('SQLite, from two connections', openFile)
describeTwoFactorModel('SQLite, from two connections', openFile)

const openMemory = async () => ({ store: { adapters: [MemoryAdapter()] } })
describeTwoFactorRaces('memory', openMemory)
describeTwoFactorModel('memory', openMemory)

/** An adapter with the methods of Auth.js only, beside the record store of another one. */
describeTwoFactorRaces('an adapter of Auth.js with records in SQLite', async () => {
  const { store, close } = await openFile()
  const plain = createPlainAdapter()
  const [{ records }, { records: others }] = store.adapters
  return {
    store: {
      adapters: [
        { ...plain, records },
        { ...plain, records: others },
      ],
    },
    close,
  }
})
