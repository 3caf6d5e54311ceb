export { getRuntimeEnvironment } from './config/environment.js'
export { createAuth } from './core/create-auth.js'
export { serializeCookie } from './http/cookies.js'
export { toIncomingRequest, toRequestHead, toResponse } from './http/messages.js'
export { toPublicSession } from './sessions/session-result.js'
export type { AuthConfig } from './types/config.js'
export type { SetCookie } from './types/cookies.js'
export type { AssuranceRequirement } from './types/evidence.js'
export type { RenderedSection } from './types/plugin.js'
export type { IncomingRequest, RequestHead, ResponseData } from './types/request.js'
export type { ListedSession, RevocationOptions } from './types/revocation.js'
export type {
  AuthInstance,
  EndedSessions,
  EndSessionOptions,
  Environment,
  FormFields,
  IntegrationOptions,
  MutableHeaders,
  OriginCheck,
  RedirectResult,
  RequireAuthOptions,
  RequireAuthResult,
  SearchParamsInit,
  ServerSessions,
  ServerSignInOptions,
  ServerSignOutOptions,
  ServerUpdateOptions,
  SessionDependence,
  SessionResult,
} from './types/server.js'
export { originChecked, originUnchecked } from './types/symbols.js'
