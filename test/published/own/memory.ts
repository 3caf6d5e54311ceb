import { MemoryAdapter } from 'latchkey/adapters/memory'
import { ownUserColumns, type Trial } from '../store.js'
import { fresh } from './fresh.js'

export const trials: Trial[] = [
  {
    adapter: 'MemoryAdapter',
    store: 'memory',
    traits: { ownUserColumns },
    open: () => fresh(() => ({ adapter: MemoryAdapter() })),
  },
]
