export { AuthGuard } from './nest/auth-guard.js'
export {
  AuthModule,
  type AuthModuleAsyncOptions,
  type AuthModuleOptions,
  type AuthServiceClass,
} from './nest/auth-module.js'
export { AuthService, type NestApi, type NestAuthConfig } from './nest/auth-service.js'
export { CurrentSession, CurrentUser, Public, RequireAuth, UseAuth } from './nest/decorators.js'
export type { NestRequest, RequestSource } from './nest/find-request.js'
export * from './shared/exports.js'
