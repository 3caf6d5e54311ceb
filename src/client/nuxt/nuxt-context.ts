import type { SessionUnavailable } from '../../errors.js'
import type { Session } from '../../types/session.js'
import { type Client, createClient } from '../create-client.js'
import type { NuxtFunctions, PageAuth, Ref } from './nuxt-functions.js'

/** What the functions of the pages share. Its functions are composables: call them before anything is awaited. */
export interface NuxtContext {
  readonly nuxt: NuxtFunctions
  /** Returns the session of the page: undefined until it is known. */
  useSessionState(): Ref<Session | null | undefined>
  useErrorState(): Ref<SessionUnavailable | null>
  /** Returns `app.baseURL` without a trailing slash. */
  useBaseUrl(): string
  useClient(): Client
  /** Returns the authentication of the page. Null for pages of errors and prerendered pages, which are not those of one user. */
  usePageAuth(): PageAuth | null
}

/** Creates what the functions of the pages share. */
export function createNuxtContext(nuxt: NuxtFunctions): NuxtContext {
  const useBaseUrl = () => nuxt.useRuntimeConfig().app.baseURL.replace(/\/$/, '')
  let client: Client | undefined
  return {
    nuxt,
    useBaseUrl,
    useSessionState: () => nuxt.useState<Session | null | undefined>('latchkey:session', () => undefined),
    useErrorState: () => nuxt.useState<SessionUnavailable | null>('latchkey:error', () => null),
    useClient() {
      client ??= createClient({ basePath: useBaseUrl() + nuxt.basePath })
      return client
    },
    usePageAuth() {
      if (nuxt.isPrerender || nuxt.useError().value) return null
      const event = nuxt.useRequestEvent()
      return event?.context.auth?.bindTo(event) ?? null
    },
  }
}
