import type { Adapter } from 'latchkey/adapters'
import { MemoryAdapter } from 'latchkey/adapters/memory'

/** What `FAULT` of a process may be: each is a mistake that somebody has made, and that the people must notice. */
const faults: Readonly<Record<string, (adapter: Adapter) => Adapter>> = {
  /** Every process keeps what only it knows. */
  'memory of its own': () => MemoryAdapter(),

  /** A cache that forgot to ask whose session it keeps. */
  'cache without a key': adapter => {
    let kept: ReturnType<NonNullable<Adapter['getSessionAndUser']>> | undefined
    return {
      ...adapter,
      getSessionAndUser: async token => {
        const found = (Math.random() < 0.1 && (await kept)) || adapter.getSessionAndUser?.(token)
        kept = found
        return (await found) ?? null
      },
    }
  },

  /** Signing out clears the cookie and nothing else. */
  'deaf to sign-outs': adapter => ({ ...adapter, deleteSession: async () => {} }),

  /** What was written is told and not kept. */
  'no writes': adapter => ({
    ...adapter,
    updateUser: async user => ({ email: '', emailVerified: null, ...user }),
  }),
}

/** The adapter with the fault that the environment asks for, if any. */
export function withFault(adapter: Adapter): Adapter {
  return faults[process.env.FAULT ?? '']?.(adapter) ?? adapter
}
