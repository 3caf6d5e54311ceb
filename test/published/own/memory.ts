import { MemoryAdapter } from 'latchkey/adapters/memory'
import { extraUserColumns, type Trial } from '../store.js'
import { fresh } from './fresh.js'

export const trials: Trial[] = [
  {
    adapter: 'MemoryAdapter',
    store: 'memory',
    traits: { extraUserColumns: extraUserColumns },
    open: () => fresh(() => ({ adapter: MemoryAdapter() })),
  },
]
