import { createParamDecorator, type ExecutionContext, SetMetadata } from '@nestjs/common'
import type { Reflector } from '@nestjs/core'
import type { RequireAuthOptions } from '../../server.js'
import { getRequestState } from './request-state.js'

const requirementKey = 'latchkey:requirement'

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
export const RequireAuth = (requirement: RequireAuthOptions = {}) => SetMetadata(requirementKey, requirement)

/** Passes the session of the request to a parameter, or null. */
export const CurrentSession = createParamDecorator((_: unknown, context: ExecutionContext) =>
  getRequestState(context).auth.getSession(),
)

/** Passes the signed-in user of the request to a parameter, or null. */
export const CurrentUser = createParamDecorator(async (_: unknown, context: ExecutionContext) => {
  const session = await getRequestState(context).auth.getSession()
  return session?.user ?? null
})

/** Returns what the decorators require. Null allows visitors. */
export function getRequirement(reflector: Reflector, context: ExecutionContext): RequireAuthOptions | null {
  const targets = [context.getHandler(), context.getClass()]
  const requirement: RequireAuthOptions | null | undefined = reflector.getAllAndOverride(
    requirementKey,
    targets,
  )
  return requirement === undefined ? {} : requirement
}
