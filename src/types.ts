// Apps extend `JWT` and `AdapterUser` in their own modules, and export types inferred from a provider. Both
// can only name modules that TypeScript has loaded.
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
export type { EventCallbacks, EventContext, EventMessages } from './types/events.js'
export type {
  AssuranceLevel,
  AssuranceRequirement,
  Evidence,
  SessionAssurance,
  WithAssurance,
} from './types/evidence.js'
export type { GuardedSession } from './types/guarded-session.js'
export type { InferSession } from './types/infer-session.js'
export type { InternalOptions, InternalProvider } from './types/internal.js'
export type { LoggerInstance, WarningCode } from './types/logger.js'
export type { PublicProvider } from './types/provider.js'
export type { RequestInternal, ResponseInternal } from './types/request.js'
export type { DefaultSession, ISODateString, Session } from './types/session.js'
export type { Theme } from './types/theme.js'
export type {
  AccountThrottlingLimit,
  EmailThrottlingLimits,
  ThrottlingLimit,
  ThrottlingOptions,
} from './types/throttling.js'
export type { TranslationOverrides } from './types/translations.js'
export type { DefaultUser, Profile, User } from './types/user.js'
export type { WebAuthnOptionsResponseBody } from './types/webauthn.js'
