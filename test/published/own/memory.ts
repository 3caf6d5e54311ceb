import { MemoryAdapter } from 'latchkey/adapters/memory'
import { extraUserColumns, type Trial } from '../adapter-trial.js'
import { openFresh } from './fresh.js'

export const trials: Trial[] = [
  {
    adapter: 'MemoryAdapter',
    store: 'memory',
    limits: { extraUserColumns: extraUserColumns },
    open: () => openFresh(() => ({ adapter: MemoryAdapter() })),
  },
]
