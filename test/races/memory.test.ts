import { MemoryAdapter } from 'latchkey/adapters/memory'
import { describeRaces } from './describe-races.js'
import { describeThrottlingRaces } from './describe-throttling-races.js'

describeRaces('memory', async () => ({ store: { adapters: [MemoryAdapter()] } }))
describeThrottlingRaces('memory', async () => ({ store: { adapters: [MemoryAdapter()] } }))
