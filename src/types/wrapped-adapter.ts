import type { Adapter, AdapterMethod } from './adapter.js'

/** Latchkey's own adapter methods. Each one is called only if the adapter has it. */
export type LatchkeyAdapterMethod =
  | 'createUserWithAccount'
  | 'updateAccount'
  | 'getVerificationToken'
  | 'useChallenge'
  | 'updateAuthenticator'
  | 'deleteExpired'
  | 'listAccountsByUserId'
  | 'deleteAuthenticator'
  | 'listSessionsByUserId'
  | 'deleteSessionsByUserId'
  | 'countAttempt'

/**
 * The adapter that the layers above call. Every Auth.js method can be called: a missing one throws
 * `MissingAdapterMethods`. `this` of class instances is preserved, and errors are wrapped in `AdapterError`.
 */
export type WrappedAdapter = Required<Pick<Adapter, Exclude<AdapterMethod, LatchkeyAdapterMethod>>> &
  Pick<Adapter, LatchkeyAdapterMethod>
