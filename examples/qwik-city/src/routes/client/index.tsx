import { component$, useStore, useVisibleTask$ } from '@builder.io/qwik'
import { sessionStore } from '~/session-store'

export default component$(() => {
  const shown = useStore({ user: '…', name: '…' })

  // The session in the browser. A change in another tab changes it, too.
  useVisibleTask$(
    ({ cleanup }) => {
      cleanup(sessionStore.subscribe(() => Object.assign(shown, readUser())))
      Object.assign(shown, readUser())
    },
    { strategy: 'document-ready' },
  )

  return (
    <>
      <h1>Session in the browser</h1>
      <p>
        User: <strong data-testid="client-user">{shown.user}</strong>
      </p>
      <p>
        Name: <strong data-testid="client-name">{shown.name}</strong>
      </p>
      <form
        preventdefault:submit
        onSubmit$={(_, form) => sessionStore.update({ name: new FormData(form).get('name') })}
      >
        <label>
          New name <input name="name" maxLength={50} required data-testid="new-name" />
        </label>
        <button type="submit" data-testid="update">
          Update
        </button>
      </form>
    </>
  )
})

function readUser() {
  const { data, status } = sessionStore.get()
  if (status === 'loading') return {}
  return { user: data?.user?.email ?? 'Not signed in', name: data?.user?.name ?? 'guest' }
}
