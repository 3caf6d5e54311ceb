import { SessionProvider, useSession } from 'latchkey/solid'
import { createComponent, type JSX } from 'solid-js'
import h from 'solid-js/h'
import { render } from 'solid-js/web'
import { readOptions } from '../read-options.js'

/** A page that shows the session. It exposes the client functions as `window.auth`. */
function Panel(): JSX.Element {
  const { data, status, error, ...actions } = useSession()
  Object.assign(window, { auth: actions })
  const main = h('main', [
    h('p', { id: 'status' }, status),
    h('p', { id: 'user' }, () => data()?.user?.name ?? data()?.user?.email ?? ''),
    h('p', { id: 'error' }, () => error()?.type ?? ''),
    h(
      'button',
      { type: 'button', onClick: () => actions.signIn('harbor', { redirectTo: '/?back' }) },
      'Harbor',
    ),
    h('button', { type: 'button', onClick: () => actions.signOut() }, 'Sign out'),
  ])
  return main as unknown as JSX.Element
}

const root = document.getElementById('root')
const withSession = () =>
  createComponent(SessionProvider, {
    ...readOptions(),
    get children() {
      return createComponent(Panel, {})
    },
  })
if (root) Object.assign(window, { unmount: render(withSession, root) })
