import {
  type CanActivate,
  type ExecutionContext,
  Inject,
  Injectable,
  type OnModuleInit,
  Optional,
} from '@nestjs/common'
import { ModulesContainer, Reflector } from '@nestjs/core'
import { AuthError } from '../../errors.js'
import { AuthService } from './auth-service.js'
import { getRequirement, getServiceClass } from './decorators.js'
import { listServices } from './modules.js'
import { createUnknownServiceError, nameService, selectModule } from './request-state.js'

/**
 * Requires a signed-in user, and what `@RequireAuth()` sets. A page is redirected to the sign-in page or to the step-up page. For an
 * API and GraphQL, it throws an `UnauthorizedException`, and for a message of a WebSocket gateway a `WsException`. If the session cannot
 * be read, it throws a `ServiceUnavailableException`.
 *
 * @example
 * ```ts
 * import { APP_GUARD } from '@nestjs/core'
 * import { AuthGuard } from 'latchkey/nest'
 *
 * export const providers = [{ provide: APP_GUARD, useClass: AuthGuard }]
 * ```
 */
export class AuthGuard implements CanActivate, OnModuleInit {
  readonly #auth: AuthService | undefined
  readonly #reflector: Reflector
  readonly #modules: ModulesContainer | undefined

  constructor(auth: AuthService | undefined, reflector: Reflector, modules?: ModulesContainer) {
    this.#auth = auth
    this.#reflector = reflector
    this.#modules = modules
  }

  /** @throws AuthError if the app does not import `AuthModule` */
  onModuleInit(): void {
    if (this.#auth || this.#listServices().length > 0) return
    throw new AuthError(
      'Nest cannot resolve `AuthGuard`. Import `AuthModule.forRoot(config)` in the root module.',
    )
  }

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const auth = this.#getService(context)
    selectModule(context, auth)
    const requirement = getRequirement(this.#reflector, context)
    if (requirement) await auth.requireAuth(context, requirement)
    return true
  }

  /** Returns the service that `@UseAuth()` names, else the one that Nest injects. */
  #getService(context: ExecutionContext): AuthService {
    const named = getServiceClass(this.#reflector, context)
    if (named && named !== AuthService) {
      const service = this.#listServices().find(each => each.constructor === named)
      if (service) return service
      throw createUnknownServiceError(named)
    }
    if (this.#auth) return this.#auth
    const { name } = context.getClass()
    throw new AuthError(
      `\`AuthGuard\` covers ${name}, and no \`AuthModule\` provides AuthService. ${nameService}`,
    )
  }

  #listServices(): readonly AuthService[] {
    return this.#modules ? (listServices(this.#modules) as AuthService[]) : []
  }
}

// The decorators are called, because their syntax would need an option of the compiler.
Injectable()(AuthGuard)
Optional()(AuthGuard, undefined, 0)
Inject(AuthService)(AuthGuard, undefined, 0)
Inject(Reflector)(AuthGuard, undefined, 1)
Inject(ModulesContainer)(AuthGuard, undefined, 2)
