import { component$, useSignal, useVisibleTask$ } from '@builder.io/qwik'
import { type RequestHandler, routeLoader$ } from '@builder.io/qwik-city'
import { sessionStore } from '~/session-store'

/** Caches may keep this page. The `!` in its name leaves out the layout, which reads the session. */
export const onGet: RequestHandler = ({ cacheControl }) =>
  cacheControl({ public: true, maxAge: 0, sMaxAge: 60 })

export const useTime = routeLoader$(() => new Date().toISOString())

export default component$(() => {
  const time = useTime()
  const user = useSignal('…')

  useVisibleTask$(
    ({ cleanup }) => {
      cleanup(sessionStore.subscribe(() => Object.assign(user, readUser())))
      Object.assign(user, readUser())
    },
    { strategy: 'document-ready' },
  )

  return (
    <main>
      <h1>The same page for everyone</h1>
      <p>
        Rendered at <span data-testid="cached-at">{time.value}</span>.
      </p>
      <p>
        User: <strong data-testid="client-user">{user.value}</strong>
      </p>
    </main>
  )
})

function readUser() {
  const { data, status } = sessionStore.get()
  return status === 'loading' ? {} : { value: data?.user?.email ?? 'Not signed in' }
}
