import {
  type DynamicModule,
  type FactoryProvider,
  Inject,
  Module,
  type ModuleMetadata,
  type NestModule,
} from '@nestjs/common'
import { HttpAdapterHost } from '@nestjs/core'
import type { AuthServer } from '../../server.js'
import { AuthService, type NestAuthConfig } from './auth-service.js'
import { addRequestHook } from './platform.js'
import { createRequestState } from './request-state.js'

/** Options of {@link AuthModule.forRootAsync}. */
export interface AuthModuleAsyncOptions extends Pick<ModuleMetadata, 'imports'> {
  /** Returns the configuration, or a promise of it. */
  readonly useFactory: FactoryProvider<NestAuthConfig>['useFactory']
  /** The providers that `useFactory` receives. */
  readonly inject?: FactoryProvider['inject'] | undefined
}

/**
 * Adds authentication to a Nest app: handles the authentication requests below `/auth`, and provides `AuthService` to all modules.
 *
 * @example
 * ```ts
 * import { APP_GUARD } from '@nestjs/core'
 * import { AuthGuard, AuthModule } from 'latchkey/nest'
 * import GitHub from 'latchkey/providers/github'
 *
 * // The metadata of `@Module()` of your AppModule.
 * export const metadata = {
 *   imports: [AuthModule.forRoot({ providers: [GitHub] })],
 *   providers: [{ provide: APP_GUARD, useClass: AuthGuard }],
 * }
 * ```
 */
export class AuthModule implements NestModule {
  readonly #auth: AuthService
  readonly #host: HttpAdapterHost

  constructor(auth: AuthService, host: HttpAdapterHost) {
    this.#auth = auth
    this.#host = host
  }

  /** Adds the hook before Nest adds the routes of the app. */
  configure(): void {
    addRequestHook(this.#host.httpAdapter, createHook(this.#auth.server))
  }

  /** Uses a configuration. What it leaves out is read from environment variables. */
  static forRoot(config: NestAuthConfig): DynamicModule {
    return AuthModule.forRootAsync({ useFactory: () => config })
  }

  /** Uses the configuration that a function creates from providers of the app. */
  static forRootAsync({ imports = [], inject = [], useFactory }: AuthModuleAsyncOptions): DynamicModule {
    const create = async (...dependencies: readonly unknown[]) =>
      new AuthService(await useFactory(...dependencies))
    const service = { provide: AuthService, inject, useFactory: create }
    return { module: AuthModule, global: true, imports, providers: [service], exports: [AuthService] }
  }
}

Module({})(AuthModule)
Inject(AuthService)(AuthModule, undefined, 0)
Inject(HttpAdapterHost)(AuthModule, undefined, 1)

function createHook(server: AuthServer): Parameters<typeof addRequestHook>[1] {
  return async request => {
    const [pathname = ''] = request.incoming.url.split('?', 1)
    if (server.isActionPath(pathname)) return server.handleIncomingRequest(request.incoming)
    createRequestState(server, request)
    return null
  }
}
