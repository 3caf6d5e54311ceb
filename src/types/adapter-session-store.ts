import type { Adapter, AdapterSession } from './adapter.js'
import type { Awaitable } from './common.js'

/**
 * A store for sessions without their users, and optionally for one-time tokens and counters.
 * `composeAdapters` combines it with an adapter. Its methods are those of the {@link Adapter}, and
 * `getSession`.
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
  /** Returns the session alone, or `null`. */
  getSession(sessionToken: string): Awaitable<AdapterSession | null>
}
