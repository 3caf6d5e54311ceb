import { MemoryAdapter } from 'latchkey/adapters/memory'
import { describeRaces } from './describe-races.js'

describeRaces('memory', async () => ({ store: { adapters: [MemoryAdapter()] } }))
