// An app extends `JWT` and `AdapterUser` in modules of their own, and exports what is inferred from a provider's type:
// both can name only modules that TypeScript has met.
export type {} from './adapters.js'
export type {} from './jwt.js'
export type {} from './providers.js'
export type { Account, Authenticator, TokenSet } from './types/account.js'
export type { AuthAction } from './types/action.js'
export type { Callbacks, JWTParams, SessionParams, SignInParams } from './types/callbacks.js'
export type { Awaitable, Awaited, JsonValue, Optional, SemverString } from './types/common.js'
export type {
  AuthConfig,
  ErrorPageParam,
  PagesOptions,
  SessionOptions,
  SessionStrategyName,
  SignInPageErrorParam,
} from './types/config.js'
export type { CookieAttributes, CookieOption, CookiesOptions, SetCookie } from './types/cookies.js'
export type { EventCallbacks, EventMessages } from './types/events.js'
export type { InferSession } from './types/infer-session.js'
export type { InternalOptions, InternalProvider } from './types/internal.js'
export type { LoggerInstance, WarningCode } from './types/logger.js'
export type { PublicProvider } from './types/provider.js'
export type { RequestInternal, ResponseInternal } from './types/request.js'
export type { DefaultSession, ISODateString, Session } from './types/session.js'
export type { Theme } from './types/theme.js'
export type { TranslationOverrides } from './types/translations.js'
export type { DefaultUser, Profile, User } from './types/user.js'
export type { WebAuthnOptionsResponseBody } from './types/webauthn.js'
