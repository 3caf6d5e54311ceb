import { createClient, createSessionStore } from 'latchkey/client'
import { createSignal, onCleanup, onMount } from 'solid-js'

/** Shows the user on a page that the server renders without one. */
export default function CurrentUser() {
  const store = createSessionStore(createClient({ basePath: '/api/auth' }))
  const [state, setState] = createSignal(store.get())
  const user = () => state().data?.user?.email ?? 'Not signed in'

  // Subscribes only in the browser, so the server does not request the session.
  onMount(() => onCleanup(store.subscribe(() => setState(store.get()))))

  return (
    <p>
      User: <strong data-testid="client-user">{state().status === 'loading' ? '…' : user()}</strong>
    </p>
  )
}
