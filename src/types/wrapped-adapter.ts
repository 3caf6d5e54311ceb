import type { Adapter, AdapterMethod, AdapterSession } from './adapter.js'
import type { Awaitable } from './common.js'
import type { NewRecord } from './record-store.js'

/** Latchkey's own adapter methods. Each one is called only if the adapter has it. */
export type LatchkeyAdapterMethod =
  | 'createUserWithAccount'
  | 'updateAccount'
  | 'getVerificationToken'
  | 'useChallenge'
  | 'updateAuthenticator'
  | 'deleteExpired'
  | 'listAccountsByUserId'
  | 'listUsers'
  | 'deleteAuthenticator'
  | 'listSessionsByUserId'
  | 'deleteSessionsByUserId'
  | 'countAttempt'

/**
 * The adapter that the layers above call. Every Auth.js method can be called: a missing one throws
 * `MissingAdapterMethods`. `this` of class instances is preserved, and errors are wrapped in `AdapterError`.
 */
export type WrappedAdapter = Required<Pick<Adapter, Exclude<AdapterMethod, LatchkeyAdapterMethod>>> &
  Pick<Adapter, LatchkeyAdapterMethod> & {
    /**
     * Stores a session and a record of it in one step. Only if the records of the configuration are those of the adapter, and the adapter has
     * {@link SessionCreator.withRecord}.
     */
    createSessionWithRecord?(session: AdapterSession, record: NewRecord): Promise<AdapterSession>
  }

/**
 * The method `createSession` of an adapter that can store a record of `records` with a session, in one step. The function belongs to the method, so
 * that an app which replaces `createSession` replaces both.
 */
export interface SessionCreator {
  (session: AdapterSession): Promise<AdapterSession>
  withRecord?(session: AdapterSession, record: NewRecord): Awaitable<AdapterSession>
}
