import type { Adapter } from 'latchkey/adapters'
import { MemoryAdapter } from 'latchkey/adapters/memory'

/** The values of `FAULT`. Each is a mistake that the simulated users must detect. */
const faults: Readonly<Record<string, (adapter: Adapter) => Adapter>> = {
  /** Every process stores records in its own memory. */
  'separate memory per process': () => MemoryAdapter(),

  /** A cache of sessions that ignores the session token. */
  'cache without a key': adapter => {
    let cached: ReturnType<NonNullable<Adapter['getSessionAndUser']>> | undefined
    return {
      ...adapter,
      getSessionAndUser: async token => {
        const found = (Math.random() < 0.1 && (await cached)) || adapter.getSessionAndUser?.(token)
        cached = found
        return (await found) ?? null
      },
    }
  },

  /** Sign-out only clears the cookie. */
  'sign-out without deletion': adapter => ({ ...adapter, deleteSession: async () => {} }),

  /** Updates return the new record but do not store it. */
  'lost writes': adapter => ({
    ...adapter,
    updateUser: async user => ({ email: '', emailVerified: null, ...user }),
  }),
}

/** Returns the adapter with the fault that the environment variable selects. */
export function withFault(adapter: Adapter): Adapter {
  return faults[process.env.FAULT ?? '']?.(adapter) ?? adapter
}
