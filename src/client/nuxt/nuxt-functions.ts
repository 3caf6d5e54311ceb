import type { AssuranceRequirement } from '../../types/evidence.js'
import type { Session } from '../../types/session.js'

/** A value that Vue tracks. */
export interface Ref<T> {
  value: T
}

/** The part of a route that is used. */
export interface RouteLike {
  readonly fullPath: string
  readonly meta: { readonly auth?: AssuranceRequirement }
}

/** The part of the Nuxt app that is used. */
export interface NuxtAppLike {
  readonly isHydrating?: boolean
  readonly payload: { readonly serverRendered?: boolean; readonly prerenderedAt?: number | undefined }
  hook(name: 'app:mounted', run: () => void): unknown
  runWithContext(run: () => unknown): unknown
}

/** The event of a page on the server. For a page that Nitro caches, it has no cookies, and the context of another event. */
export interface ServerEvent {
  readonly context: { readonly auth?: ServerAuth }
}

/** The authentication of a request on the server, as `event.context.auth`. */
export interface ServerAuth {
  bindTo(event: ServerEvent): PageAuth
}

/** The authentication of a page on the server. */
export interface PageAuth {
  getRedirect(requirement?: AssuranceRequirement): Promise<string | null>
  /** Reads the session for a page that may use it. */
  prepareSession(): Promise<void>
  /** Returns the session for a page that uses it. Undefined for a page that shared caches keep. */
  takeSession(): Session | null | undefined
}

/** The functions of Nuxt that are used. */
export interface NuxtFunctions {
  /** The path of the actions below `app.baseURL`. */
  readonly basePath: string
  readonly isServer: boolean
  readonly isPrerender: boolean
  computed<T>(read: () => T): Ref<T>
  navigateTo(url: string, options: { external: true }): unknown
  useError(): { readonly value: unknown }
  useNuxtApp(): NuxtAppLike
  useRequestEvent(): ServerEvent | undefined
  useRuntimeConfig(): { readonly app: { readonly baseURL: string } }
  useState<T>(key: string, init: () => T): Ref<T>
}
