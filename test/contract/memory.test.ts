import { MemoryAdapter } from 'latchkey/adapters/memory'
import { adapterContract } from './adapter.js'

adapterContract('MemoryAdapter', async () => ({ adapter: MemoryAdapter() }))
