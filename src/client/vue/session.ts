import {
  type ComputedRef,
  computed,
  type InjectionKey,
  inject,
  onScopeDispose,
  type Plugin,
  provide,
  shallowRef,
  version,
} from 'vue'
import type { InferSession } from '../../types/infer-session.js'
import type { Session } from '../../types/session.js'
import {
  type AppSession,
  type AppSessionOptions,
  createAppSession,
  type ObservedState,
  type SessionActions,
} from '../app-session.js'
import type { SessionState } from '../session-store.js'

/** What {@link useSession} returns: refs for templates and effects, and functions. */
export interface VueSession<S = Session>
  extends SessionActions<S>,
    ObservedState<
      ComputedRef<S | null>,
      ComputedRef<SessionState['status']>,
      ComputedRef<SessionState['error']>
    > {}

const sessionKey: InjectionKey<AppSession> = Symbol('latchkey')

/**
 * Creates the plugin that provides the session to the components of an app. Create it for each app: on a server, for each request.
 *
 * @throws Error for Vue 2
 *
 * @example
 * ```ts
 * import { createSessionPlugin } from 'latchkey/vue'
 * import { type Component, createApp } from 'vue'
 *
 * export function start(App: Component): void {
 *   createApp(App).use(createSessionPlugin({ basePath: '/auth' })).mount('#app')
 * }
 * ```
 */
export function createSessionPlugin(options: AppSessionOptions = {}): Plugin<[]> {
  const session = createVueSession(options)
  return { install: app => void app.provide(sessionKey, session) }
}

/**
 * Provides the session to the components below the current one, in `setup`: for a page of a Nuxt app, or a part of an app of which only some
 * pages use the session.
 *
 * @throws Error for Vue 2
 *
 * @example
 * ```ts
 * import { provideSession } from 'latchkey/vue'
 * import { defineComponent } from 'vue'
 *
 * export const Shell = defineComponent((_, { slots }) => {
 *   provideSession({ basePath: '/auth' })
 *   return () => slots.default?.()
 * })
 * ```
 */
export function provideSession(options: AppSessionOptions = {}): void {
  provide(sessionKey, createVueSession(options))
}

function createVueSession(options: AppSessionOptions): AppSession {
  if (!version.startsWith('3.'))
    throw new Error(`latchkey/vue requires Vue 3, and ${version} is installed. Update vue.`)
  return createAppSession(options)
}

/**
 * Returns the session and functions to change it, in `setup` of a component. `useSession<typeof auth>()` infers the session type from a
 * server function: any function that returns a promise of a session or `null`.
 *
 * @throws Error if the app does not use {@link createSessionPlugin}
 *
 * @example
 * ```ts
 * import { useSession } from 'latchkey/vue'
 * import { defineComponent, h } from 'vue'
 *
 * export const UserName = defineComponent(() => {
 *   const { data, status } = useSession()
 *   return () => h('p', status.value === 'loading' ? '…' : (data.value?.user?.name ?? 'visitor'))
 * })
 * ```
 */
export function useSession<Source = Session>(): VueSession<InferSession<Source>>
export function useSession(): VueSession {
  const session = inject(sessionKey, null)
  if (!session)
    throw new Error('`useSession` requires `app.use(createSessionPlugin())` or `provideSession()`.')
  const { store, ...actions } = session
  const state = shallowRef(store.get())
  const unsubscribe = store.subscribe(() => {
    state.value = store.get()
  })
  onScopeDispose(unsubscribe)
  return {
    ...actions,
    data: computed(() => state.value.data),
    status: computed(() => state.value.status),
    error: computed(() => state.value.error),
  }
}
