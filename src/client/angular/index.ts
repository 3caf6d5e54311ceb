/**
 * The session in an Angular app. The server is `latchkey/angular/server`.
 *
 * @module
 */
import {
  computed,
  type EnvironmentProviders,
  inject,
  makeEnvironmentProviders,
  provideAppInitializer,
  type Signal,
  VERSION,
} from '@angular/core'
import type { InferSession } from '../../types/infer-session.js'
import type { Session } from '../../types/session.js'
import type { AppSessionOptions, ObservedState, SessionActions } from '../app-session.js'
import type { SessionState } from '../session-store.js'
import { appAuthToken, createAppAuth } from './app-auth.js'

export type { InferSession, PublicProvider, Session } from '../../types.js'
export type * from '../exports.js'
export { type RequireAuthOptions, requireAuth } from './guard.js'
export { authInterceptor } from './interceptor.js'

/** What {@link injectSession} returns: signals for templates and effects, and functions. */
export interface AngularSession<S = Session>
  extends SessionActions<S>,
    ObservedState<Signal<S | null>, Signal<SessionState['status']>, Signal<SessionState['error']>> {}

const minMajor = 22

/**
 * Provides the session to an app, in `app.config.ts`. If the server renders the page, the session is part of it, and the browser sends no
 * request. Use it once for the app.
 *
 * @throws Error for Angular 21 and older
 *
 * @example
 * ```ts
 * // app.config.ts
 * import type { ApplicationConfig } from '@angular/core'
 * import { provideAuth } from 'latchkey/angular'
 *
 * export const appConfig: ApplicationConfig = { providers: [provideAuth()] }
 * ```
 */
export function provideAuth(options: AppSessionOptions = {}): EnvironmentProviders {
  if (Number(VERSION.major) < minMajor)
    throw new Error(
      `latchkey/angular requires Angular ${minMajor} or newer, and ${VERSION.full} is installed. Update it: npx ng update @angular/core @angular/cli`,
    )
  return makeEnvironmentProviders([
    { provide: appAuthToken, useFactory: () => createAppAuth(options) },
    provideAppInitializer(() => inject(appAuthToken).load()),
  ])
}

/**
 * Returns the session and functions to change it, in an injection context: a field of a component or a service.
 * `injectSession<typeof auth>()` infers the session type from a server function: any function that returns a promise of a session or
 * `null`.
 *
 * @throws Error if the app does not use {@link provideAuth}
 *
 * @example
 * ```ts
 * import { computed } from '@angular/core'
 * import { injectSession } from 'latchkey/angular'
 *
 * export class UserName {
 *   private readonly session = injectSession()
 *   // In the template: {{ name() }}
 *   readonly name = computed(() => this.session.data()?.user?.name ?? 'visitor')
 * }
 * ```
 */
export function injectSession<Source = Session>(): AngularSession<InferSession<Source>>
export function injectSession(): AngularSession {
  const appAuth = inject(appAuthToken, { optional: true })
  if (!appAuth) throw new Error('`injectSession` requires `provideAuth()` in the providers of app.config.ts.')
  const { store, ...actions } = appAuth.session
  const { state } = appAuth
  return {
    ...actions,
    data: computed(() => state().data),
    status: computed(() => state().status),
    error: computed(() => state().error),
  }
}
