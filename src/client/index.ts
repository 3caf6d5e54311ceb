/**
 * The client for pages without a framework, and what the clients of frameworks are made of.
 *
 * @module
 */
export type { PublicProvider, Session } from '../types.js'
export {
  type Client,
  createClient,
  type GetSessionParams,
  type SignIn,
  type SignOut,
  type SignOutParams,
} from './create-client.js'
export type { News } from './news.js'
export type { SignInResponse } from './outcome.js'
export {
  createSessionStore,
  type RefetchOptions,
  type SessionState,
  type SessionStore,
  type SessionStoreOptions,
} from './session-store.js'
export type { SignInAuthorizationParams, SignInOptions } from './sign-in.js'
export type { ClientOptions } from './wire.js'
