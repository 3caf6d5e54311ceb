import { SqlAdapter } from 'latchkey/adapters/sql'
import { openTempStore } from '../contract/temp-store.js'
import { describeRevocation } from './describe-revocation.js'

describeRevocation('SQLite', () =>
  openTempStore(async file => {
    const adapter = SqlAdapter(`file:${file}`)
    return { adapter, close: async () => adapter.close() }
  }),
)
