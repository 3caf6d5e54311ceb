import { createSessionStore } from '../session-store.js'
import type { NuxtContext } from './nuxt-context.js'
import type { NuxtAppLike } from './nuxt-functions.js'

/** Sets the session of the page: the setup function of the plugin. */
export async function installSession(context: NuxtContext, nuxtApp: NuxtAppLike): Promise<void> {
  if (context.nuxt.isServer) await installOnServer(context)
  else installInBrowser(context, nuxtApp)
}

async function installOnServer({ useServerAuth, useSessionState }: NuxtContext): Promise<void> {
  const session = useSessionState()
  const auth = useServerAuth()
  if (auth) session.value = await auth.getPublicSession()
}

/** The browser has the session of the server, and follows changes once the page is hydrated. */
function installInBrowser(context: NuxtContext, nuxtApp: NuxtAppLike): void {
  const session = context.useSessionState()
  const error = context.useErrorState()
  const store = createSessionStore(context.useClient(), { session: session.value })
  const applyState = () => {
    const state = store.get()
    error.value = state.error
    if (state.status !== 'loading') session.value = state.data
  }
  nuxtApp.hook('app:mounted', () => {
    store.subscribe(applyState)
    applyState()
  })
}
