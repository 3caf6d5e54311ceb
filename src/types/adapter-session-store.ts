import type { Adapter, AdapterSession } from './adapter.js'
import type { Awaitable } from './common.js'

/**
 * Keeps sessions without knowing the users they belong to, and perhaps one-time tokens and counters: what `compose` puts
 * in front of an adapter. The methods are those of the {@link Adapter}, and `getSession`.
 */
export interface AdapterSessionStore
  extends Required<
      Pick<Adapter, 'createSession' | 'updateSession' | 'deleteSession' | 'deleteSessionsByUserId'>
    >,
    Pick<
      Adapter,
      | 'storesSessionStart'
      | 'listSessionsByUserId'
      | 'createVerificationToken'
      | 'getVerificationToken'
      | 'useVerificationToken'
      | 'useChallenge'
      | 'deleteExpired'
      | 'countAttempt'
    > {
  /** The session alone, or `null`. */
  getSession(sessionToken: string): Awaitable<AdapterSession | null>
}
