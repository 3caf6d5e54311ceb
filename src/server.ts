export { type Environment, getRuntimeEnvironment } from './config/environment.js'
export {
  type AuthServer,
  createServer,
  type FormFields,
  type OriginProof,
  originChecked,
  originUnchecked,
  type RedirectResult,
  type SearchParamsInit,
  type ServerOptions,
  type ServerSignInOptions,
  type ServerSignOutOptions,
  type ServerUpdateOptions,
  type SessionResult,
} from './core/server.js'
export { serializeCookie } from './http/cookies.js'
export { toRequestHead } from './http/web.js'
export type { AuthConfig } from './types/config.js'
export type { SetCookie } from './types/cookies.js'
export type { IncomingRequest, RequestHead, ResponseData } from './types/request.js'
