import type { Adapter, VerificationToken } from '../types/adapter.js'

type TokenKey = Pick<VerificationToken, 'identifier' | 'token'>

type AdapterWithTokens = Adapter & Required<Pick<Adapter, 'createVerificationToken' | 'useVerificationToken'>>

/** Milliseconds that a claim stands in the table when the process dies that made it; nobody waits for it. */
const claimMaxAgeMs = 60_000

/**
 * Makes a one-time token count once, on an adapter that looks for the token and deletes it in a second step: there two
 * visitors who open one link at the same moment both get in. Who wants to use a token first writes a claim beside it,
 * with `createVerificationToken`, and only one of them can.
 *
 * That holds where the store refuses a second token of the same `identifier` and `token`, through a primary key or a
 * unique index; where it does not, this changes nothing. Using a token takes three calls instead of one. A process that
 * dies in between leaves a claim behind, and that link is refused from then on.
 *
 * @example
 * ```ts
 * import type { Adapter } from 'latchkey/adapters'
 * import { withSingleUseTokens } from 'latchkey/adapters/single-use-tokens'
 *
 * declare const published: Adapter // D1Adapter(env.db), say
 *
 * const adapter = withSingleUseTokens(published)
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

/** The token is gone before the claim is, so whoever can claim it next finds nothing. */
async function useTokenOnce(adapter: AdapterWithTokens, key: TokenKey): Promise<VerificationToken | null> {
  const claim = { identifier: key.identifier, token: `used:${key.token}` }
  if (!(await acquireClaim(adapter, claim))) return null
  try {
    return await adapter.useVerificationToken(key)
  } finally {
    await adapter.useVerificationToken(claim)
  }
}

/** Adapters refuse with errors of every kind; a store that answers nothing else either is away. */
async function acquireClaim(adapter: AdapterWithTokens, claim: TokenKey): Promise<boolean> {
  try {
    await adapter.createVerificationToken({ ...claim, expires: new Date(Date.now() + claimMaxAgeMs) })
    return true
  } catch {
    await adapter.getUserByEmail?.('')
    return false
  }
}
