import { createClient, createSessionStore } from 'latchkey/client'
import { createSignal, onCleanup, onMount } from 'solid-js'

export default function InTheBrowser() {
  const store = createSessionStore(createClient({ basePath: '/api/auth' }))
  const [state, setState] = createSignal(store.get())
  const [name, setName] = createSignal('')
  const user = () => state().data?.user
  const shown = (text: string | null | undefined, nobody: string) =>
    state().status === 'loading' ? '…' : (text ?? nobody)

  // On the server nobody listens, and so nothing is asked.
  onMount(() => onCleanup(store.subscribe(() => setState(store.get()))))

  async function update(event: SubmitEvent) {
    event.preventDefault()
    await store.update({ name: name() })
  }

  return (
    <>
      <h1>In the browser</h1>
      <p>
        The script of this page asks who you are:{' '}
        <strong data-testid="client-user">{shown(user()?.email, 'nobody')}</strong>
      </p>
      <p>
        Your name: <strong data-testid="client-name">{shown(user()?.name, 'a stranger')}</strong>
      </p>
      <form onSubmit={update}>
        <label>
          Another name{' '}
          <input
            maxLength={50}
            required
            data-testid="new-name"
            onInput={({ currentTarget }) => setName(currentTarget.value)}
          />
        </label>
        <button type="submit" data-testid="update">
          Change it
        </button>
      </form>
    </>
  )
}
