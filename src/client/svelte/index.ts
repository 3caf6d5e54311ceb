/**
 * The session in a Svelte app, as a store, and stores of forms.
 *
 * @module
 */
export type { InferSession, PublicProvider, Session } from '../../types.js'
export type {
  AccountChanges,
  AccountData,
  AccountReads,
  AccountSessions,
} from '../components/account-calls.js'
export type {
  AccountTexts,
  SessionListTexts,
  SignInTexts,
  UserButtonTexts,
  UserProfileTexts,
} from '../components/texts.js'
export type * from '../exports.js'
export { createAccount, createSignIn, type SvelteStore } from './account.js'
export { createSession, type SvelteSession } from './session.js'
export { userMenu } from './user-menu.js'
