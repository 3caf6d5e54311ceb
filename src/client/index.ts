/**
 * The client for pages without a framework. The framework clients are built on it.
 *
 * @module
 */
export type { PublicProvider, Session } from '../types.js'
export type { ClientOptions } from './action-client.js'
export {
  type Client,
  createClient,
  type GetSessionParams,
  type SignIn,
  type SignOut,
  type SignOutParams,
} from './create-client.js'
export type { SignInResponse } from './form-submission.js'
export type { SessionEvent } from './session-events.js'
export {
  type ClientSessionStore,
  type ClientSessionStoreOptions,
  createSessionStore,
  type RefetchOptions,
  type SessionState,
} from './session-store.js'
export type { SignInAuthorizationParams, SignInOptions } from './sign-in.js'
