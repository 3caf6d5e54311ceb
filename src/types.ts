export type { Account, Authenticator, TokenSet } from './types/account.js'
export type { AuthAction } from './types/action.js'
export type { Callbacks, JWTParams, SessionParams, SignInParams } from './types/callbacks.js'
export type { Awaitable, Awaited, SemverString } from './types/common.js'
export type {
  AuthConfig,
  ErrorPageParam,
  PagesOptions,
  SessionOptions,
  SignInPageErrorParam,
} from './types/config.js'
export type { CookieOption, CookiesOptions } from './types/cookies.js'
export type { EventCallbacks, EventMessages } from './types/events.js'
export type { LoggerInstance, WarningCode } from './types/logger.js'
export type { PublicProvider } from './types/provider.js'
export type { DefaultSession, Session } from './types/session.js'
export type { Theme } from './types/theme.js'
export type { DefaultUser, Profile, User } from './types/user.js'
export type { RequestInternal, ResponseInternal } from './types/wire.js'
