import { createClient, createSessionStore } from 'latchkey/client'
import { createSignal, onCleanup, onMount } from 'solid-js'
import { signInOnServer, signOutOnServer } from '~/lib/session'

export default function ClientSession() {
  const store = createSessionStore(createClient({ basePath: '/api/auth' }))
  const [state, setState] = createSignal(store.get())
  const [name, setName] = createSignal('')
  const user = () => state().data?.user
  const shown = (text: string | null | undefined, fallback: string) =>
    state().status === 'loading' ? '…' : (text ?? fallback)

  // Subscribes only in the browser, so the server does not request the session.
  onMount(() => onCleanup(store.subscribe(() => setState(store.get()))))

  async function update(event: SubmitEvent) {
    event.preventDefault()
    await store.update({ name: name() })
  }

  return (
    <>
      <h1>Session in the browser</h1>
      <p>
        User: <strong data-testid="client-user">{shown(user()?.email, 'Not signed in')}</strong>
      </p>
      <p>
        Name: <strong data-testid="client-name">{shown(user()?.name, 'guest')}</strong>
      </p>
      <form onSubmit={update}>
        <label>
          New name{' '}
          <input
            maxLength={50}
            required
            data-testid="new-name"
            onInput={({ currentTarget }) => setName(currentTarget.value)}
          />
        </label>
        <button type="submit" data-testid="update">
          Update
        </button>
      </form>
      <form action={signInOnServer} method="post">
        <label>
          Email <input name="email" type="email" required data-testid="server-email" />
        </label>{' '}
        <label>
          Password <input name="password" type="password" required data-testid="server-password" />
        </label>{' '}
        <button type="submit" data-testid="server-sign-in">
          Sign in on this page
        </button>
      </form>
      <form action={signOutOnServer} method="post">
        <button type="submit" data-testid="server-sign-out">
          Sign out on this page
        </button>
      </form>
    </>
  )
}
