import { createSessionPlugin, useSession } from 'latchkey/vue'
import { type App, createSSRApp, defineComponent, h } from 'vue'
import type { PageOptions } from '../site.js'

/** A page that shows the session. It exposes the client functions as `window.auth`. */
const Panel = defineComponent(() => {
  const { data, status, error, ...actions } = useSession()
  Object.assign(globalThis, { auth: actions })
  return () =>
    h('main', [
      h('p', { id: 'status' }, status.value),
      h('p', { id: 'user' }, data.value?.user?.name ?? data.value?.user?.email ?? ''),
      h('p', { id: 'error' }, error.value?.type ?? ''),
      h(
        'button',
        { type: 'button', onClick: () => actions.signIn('harbor', { redirectTo: '/?back' }) },
        'Harbor',
      ),
      h('button', { type: 'button', onClick: () => actions.signOut() }, 'Sign out'),
    ])
})

/** Creates the app, on the server and in the browser. */
export function createPageApp(options: PageOptions): App {
  return createSSRApp(Panel).use(createSessionPlugin(options))
}
