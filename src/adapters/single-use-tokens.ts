import type { Adapter, VerificationToken } from '../types/adapter.js'

type TokenKey = Pick<VerificationToken, 'identifier' | 'token'>

type AdapterWithTokens = Adapter & Required<Pick<Adapter, 'createVerificationToken' | 'useVerificationToken'>>

/** Milliseconds until a lock expires if its process crashes before it deletes the lock. */
const lockMaxAgeMs = 60_000

/**
 * Makes one-time tokens single-use on an adapter that reads and deletes a token in two steps. With such an adapter, two
 * concurrent requests can both use the same magic link. The wrapper first creates a lock record for the token with
 * `createVerificationToken`. Only one request can create it.
 *
 * The store must reject a second token with the same `identifier` and `token`, by a primary key or a unique index.
 * Otherwise the wrapper has no effect. Using a token takes three calls instead of one. If the process crashes between
 * them, the lock remains and the link is rejected from then on.
 *
 * @example
 * ```ts
 * import type { Adapter } from 'latchkey/adapters'
 * import { withSingleUseTokens } from 'latchkey/adapters/single-use-tokens'
 *
 * declare const d1Adapter: Adapter // for example D1Adapter(env.db)
 *
 * const adapter = withSingleUseTokens(d1Adapter)
 * ```
 */
export function withSingleUseTokens(adapter: Adapter): Adapter {
  if (!supportsVerificationTokens(adapter)) return adapter
  return new Proxy(adapter, {
    get(target, name): unknown {
      if (name === 'useVerificationToken') return (key: TokenKey) => useTokenOnce(adapter, key)
      const value: unknown = Reflect.get(target, name)
      if (typeof value !== 'function') return value
      return (...args: unknown[]): unknown => Reflect.apply(value, target, args)
    },
  })
}

function supportsVerificationTokens(adapter: Adapter): adapter is AdapterWithTokens {
  return Boolean(adapter.createVerificationToken && adapter.useVerificationToken)
}

/** Deletes the token before the lock, so that the next request that can create the lock finds no token. */
async function useTokenOnce(adapter: AdapterWithTokens, key: TokenKey): Promise<VerificationToken | null> {
  const lock = { identifier: key.identifier, token: `used:${key.token}` }
  if (!(await acquireLock(adapter, lock))) return null
  try {
    return await adapter.useVerificationToken(key)
  } finally {
    await adapter.useVerificationToken(lock)
  }
}

/**
 * Returns whether this request created the lock. Adapters report duplicates with different errors, so a second call
 * checks that the store is reachable; it rejects if the store is down.
 */
async function acquireLock(adapter: AdapterWithTokens, lock: TokenKey): Promise<boolean> {
  try {
    await adapter.createVerificationToken({ ...lock, expires: new Date(Date.now() + lockMaxAgeMs) })
    return true
  } catch {
    await adapter.getUserByEmail?.('')
    return false
  }
}
