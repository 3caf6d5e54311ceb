import { MemoryAdapter } from 'latchkey/adapters/memory'
import { ownUserColumns, type Trial } from '../store.js'

export const trials: Trial[] = [
  {
    adapter: 'MemoryAdapter',
    store: 'memory',
    traits: { ownUserColumns },
    async open() {
      let adapter = MemoryAdapter()
      return {
        get adapter() {
          return adapter
        },
        empty: async () => {
          adapter = MemoryAdapter()
        },
        close: async () => {},
      }
    },
  },
]
