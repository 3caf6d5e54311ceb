import type { Session } from '../../types/session.js'
import { createSessionStore } from '../session-store.js'
import type { NuxtContext } from './nuxt-context.js'
import type { NuxtAppLike, Ref } from './nuxt-functions.js'

/** The session of the pages of an app. */
export interface PageSession {
  /** Prepares the session of a page: the setup function of the plugin. */
  install(nuxtApp: NuxtAppLike): Promise<void>
  /** Returns the session. From now on, the page depends on it: the server renders it, and the browser follows its changes. */
  useSession(): Ref<Session | null | undefined>
}

/** Creates the session of the pages. The server has one app for each page, the browser has one app. */
export function createPageSession(context: NuxtContext): PageSession {
  const { isServer, useNuxtApp } = context.nuxt
  let isMounted = false
  let isFollowed = false

  function followSession(session: Ref<Session | null | undefined>): void {
    if (isFollowed) return
    isFollowed = true
    const subscribe = createSubscription(context, session)
    // Until the page is hydrated, it shows what the server has rendered.
    if (isMounted) subscribe()
    else useNuxtApp().hook('app:mounted', subscribe)
  }

  return {
    async install(nuxtApp) {
      if (isServer) await context.usePageAuth()?.prepareSession()
      else
        nuxtApp.hook('app:mounted', () => {
          isMounted = true
        })
    },
    useSession() {
      const session = context.useSessionState()
      if (isServer) session.value ??= context.usePageAuth()?.takeSession()
      else followSession(session)
      return session
    },
  }
}

/** Returns a function that starts to apply the changes of the session. */
function createSubscription(context: NuxtContext, session: Ref<Session | null | undefined>): () => void {
  const error = context.useErrorState()
  const store = createSessionStore(context.useClient(), { session: session.value })
  const applyState = () => {
    const state = store.get()
    error.value = state.error
    if (state.status !== 'loading') session.value = state.data
  }
  return () => {
    store.subscribe(applyState)
    applyState()
  }
}
