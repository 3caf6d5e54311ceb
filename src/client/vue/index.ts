/**
 * The session in a Vue app, and components.
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
export { SessionList } from './components/session-list.js'
export { SignIn } from './components/sign-in.js'
export { Protect, SignedIn, SignedOut } from './components/signed-in.js'
export { type AccountForm, useAccount } from './components/use-account.js'
export { type SignInForm, useSignIn } from './components/use-sign-in.js'
export { useUserMenu } from './components/use-user-menu.js'
export { UserButton } from './components/user-button.js'
export { UserProfile } from './components/user-profile.js'
export { createSessionPlugin, provideSession, useSession, type VueSession } from './session.js'
