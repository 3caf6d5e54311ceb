import { type CanActivate, type ExecutionContext, Inject, Injectable } from '@nestjs/common'
import { Reflector } from '@nestjs/core'
import { AuthService } from './auth-service.js'
import { getRequirement } from './decorators.js'

/**
 * Requires a signed-in user, and what `@RequireAuth()` sets. A page is redirected to the sign-in page or to the step-up page. For an
 * API, GraphQL and WebSockets, it throws an `UnauthorizedException`. If the session cannot be read, it throws a
 * `ServiceUnavailableException`.
 *
 * @example
 * ```ts
 * import { APP_GUARD } from '@nestjs/core'
 * import { AuthGuard } from 'latchkey/nest'
 *
 * export const providers = [{ provide: APP_GUARD, useClass: AuthGuard }]
 * ```
 */
export class AuthGuard implements CanActivate {
  readonly #auth: AuthService
  readonly #reflector: Reflector

  constructor(auth: AuthService, reflector: Reflector) {
    this.#auth = auth
    this.#reflector = reflector
  }

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const requirement = getRequirement(this.#reflector, context)
    if (requirement) await this.#auth.requireAuth(context, requirement)
    return true
  }
}

// The decorators are called, because their syntax would need an option of the compiler.
Injectable()(AuthGuard)
Inject(AuthService)(AuthGuard, undefined, 0)
Inject(Reflector)(AuthGuard, undefined, 1)
