import { createParamDecorator, type ExecutionContext, SetMetadata } from '@nestjs/common'
import { Reflector } from '@nestjs/core'
import { InvalidConfig } from '../../errors.js'
import type { RequireAuthOptions } from '../../server.js'
import type { Session } from '../../types/session.js'
import type { AuthServiceClass } from './auth-module.js'
import { AuthService } from './auth-service.js'
import { translateForGateway } from './gateway-error.js'
import { getCurrentState } from './request-state.js'

const requirementKey = 'latchkey:requirement'
const serviceKey = 'latchkey:service'

/** Allows visitors: `AuthGuard` does not check the handler or the class. A decorator of the handler wins over one of the class. */
export const Public = () => SetMetadata(requirementKey, null)

/**
 * Sets what `AuthGuard` requires of a handler or a class: a signed-in user, a level (`acr`) or a recent sign-in (`maxAge`, in seconds).
 *
 * @example
 * ```ts
 * import { RequireAuth } from 'latchkey/nest'
 *
 * export const RequireRecentSignIn = () => RequireAuth({ maxAge: 600 })
 * ```
 */
export const RequireAuth = (requirement: RequireAuthOptions = {}) => {
  // As metadata, null allows visitors.
  if (requirement === null) throw new InvalidConfig('The options of `RequireAuth` are null. Use an object.')
  return SetMetadata(requirementKey, requirement)
}

/**
 * Names the service whose module authenticates a handler or a class: for `AuthGuard`, `@CurrentSession()` and `@CurrentUser()`. Only an
 * app with several modules needs it. A decorator of the handler wins over one of the class.
 *
 * @example
 * ```ts
 * import { AuthModule, AuthService, UseAuth } from 'latchkey/nest'
 *
 * export class StaffAuth extends AuthService {}
 *
 * export const staffModule = AuthModule.forRoot({ providers: [], basePath: '/staff/auth' }, { service: StaffAuth })
 *
 * export const UseStaffAuth = () => UseAuth(StaffAuth)
 * ```
 */
export const UseAuth = (service: AuthServiceClass) => SetMetadata(serviceKey, service)

/** Passes the session of the request to a parameter, or null. */
export const CurrentSession = createParamDecorator((_: unknown, context: ExecutionContext) =>
  getSession(context),
)

/** Passes the signed-in user of the request to a parameter, or null. */
export const CurrentUser = createParamDecorator(async (_: unknown, context: ExecutionContext) => {
  const session = await getSession(context)
  return session?.user ?? null
})

/** The decorators of parameters are not providers, so Nest injects nothing into them. */
const reflector = new Reflector()

function getSession(context: ExecutionContext): Promise<Session | null> {
  return translateForGateway(context, async () =>
    getCurrentState(context, getServiceClass(reflector, context), AuthService).auth.getSession(),
  )
}

/** Returns the service that `@UseAuth()` names, or undefined. */
export function getServiceClass(
  reflector: Reflector,
  context: ExecutionContext,
): AuthServiceClass | undefined {
  return reflector.getAllAndOverride(serviceKey, [context.getHandler(), context.getClass()])
}

/** Returns what the decorators require. Null allows visitors. */
export function getRequirement(reflector: Reflector, context: ExecutionContext): RequireAuthOptions | null {
  const targets = [context.getHandler(), context.getClass()]
  const requirement: RequireAuthOptions | null | undefined = reflector.getAllAndOverride(
    requirementKey,
    targets,
  )
  return requirement === undefined ? {} : requirement
}
