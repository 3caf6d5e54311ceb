import {
  type DynamicModule,
  type FactoryProvider,
  Inject,
  Module,
  type ModuleMetadata,
  type NestModule,
} from '@nestjs/common'
import { HttpAdapterHost, ModulesContainer } from '@nestjs/core'
import { AuthService, type NestAuthConfig } from './auth-service.js'
import { assertDistinctServices, moduleService } from './modules.js'
import { addRequestHook } from './platform.js'
import { createRequestState } from './request-state.js'

/** Creates the service of a module: `AuthService`, or a class that extends it. */
export type AuthServiceClass = new (config: never) => Pick<AuthService, 'instance'>

/** Options of {@link AuthModule.forRoot}. */
export interface AuthModuleOptions {
  /**
   * The class that the module provides, and by which `@UseAuth()` names the module. An app with several modules, for example for
   * customers and for staff, needs one for each: `class StaffAuth extends AuthService {}`.
   *
   * @default AuthService
   */
  readonly service?: AuthServiceClass | undefined
}

/** Options of {@link AuthModule.forRootAsync}. */
export interface AuthModuleAsyncOptions extends AuthModuleOptions, Pick<ModuleMetadata, 'imports'> {
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
  readonly #modules: ModulesContainer

  constructor(auth: AuthService, host: HttpAdapterHost, modules: ModulesContainer) {
    this.#auth = auth
    this.#host = host
    this.#modules = modules
  }

  /**
   * Adds the hook before Nest adds the routes of the app.
   *
   * @throws InvalidConfig if several modules of the app provide the same service, so that it is not clear which one is injected
   */
  configure(): void {
    assertDistinctServices(this.#modules, AuthService)
    addRequestHook(this.#host.httpAdapter, createHook(this.#auth))
  }

  /** Uses a configuration. What it leaves out is read from environment variables. */
  static forRoot(config: NestAuthConfig, options: AuthModuleOptions = {}): DynamicModule {
    return AuthModule.forRootAsync({ ...options, useFactory: () => config })
  }

  /** Uses the configuration that a function creates from providers of the app. */
  static forRootAsync({
    imports = [],
    inject = [],
    service = AuthService,
    useFactory,
  }: AuthModuleAsyncOptions): DynamicModule {
    const create = async (...dependencies: readonly unknown[]) =>
      new service((await useFactory(...dependencies)) as never)
    const providers = [
      { provide: service, inject, useFactory: create },
      { provide: moduleService, useExisting: service },
    ]
    return { module: AuthModule, global: true, imports, providers, exports: [service] }
  }
}

Module({})(AuthModule)
Inject(moduleService)(AuthModule, undefined, 0)
Inject(HttpAdapterHost)(AuthModule, undefined, 1)
Inject(ModulesContainer)(AuthModule, undefined, 2)

function createHook(auth: AuthService): Parameters<typeof addRequestHook>[1] {
  return async request => {
    const [pathname = ''] = request.incoming.url.split('?', 1)
    if (auth.instance.isActionPath(pathname)) return auth.instance.handleIncomingRequest(request.incoming)
    createRequestState(auth, request)
    return null
  }
}
