import { MemoryAdapter } from 'latchkey/adapters/memory'
import { createPlainAdapter } from '../support/app.js'
import { describeRevocation } from './describe-revocation.js'

describeRevocation('memory', async () => ({ adapter: MemoryAdapter() }))
describeRevocation('an adapter that cannot list sessions', async () => ({
  adapter: createPlainAdapter(),
  records: MemoryAdapter().records,
}))
