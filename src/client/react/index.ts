'use client'

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
export type { GetSessionParams, SignOutParams } from '../create-client.js'
export type { SignInResponse } from '../form-submission.js'
export type { RefetchOptions } from '../session-store.js'
export type { SignInAuthorizationParams, SignInOptions } from '../sign-in.js'
export { SessionList, type SessionListProps } from './components/session-list.js'
export { SignIn, type SignInProps } from './components/sign-in.js'
export {
  Protect,
  type ProtectProps,
  SignedIn,
  type SignedInProps,
  SignedOut,
} from './components/signed-in.js'
export { type AccountForm, useAccount } from './components/use-account.js'
export { useAuthUrl } from './components/use-auth-url.js'
export { type SignInForm, useSignIn } from './components/use-sign-in.js'
export { useUserMenu } from './components/use-user-menu.js'
export { UserButton, type UserButtonProps } from './components/user-button.js'
export { UserProfile, type UserProfileProps } from './components/user-profile.js'
export { getCsrfToken, getProviders, getSession, signIn, signOut } from './default-client.js'
export { SessionContext, type SessionContextValue, type UpdateSession } from './session-context.js'
export { SessionProvider, type SessionProviderProps } from './session-provider.js'
export { type UseSessionOptions, useSession } from './use-session.js'
