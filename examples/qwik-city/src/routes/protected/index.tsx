import { component$ } from '@builder.io/qwik'
import { routeLoader$ } from '@builder.io/qwik-city'
import { getAuth } from '~/auth'
import { isGuarded } from '~/test-settings'

/** Guarded by the layout and again here, so the page stays guarded if it is moved. */
export const useEmail = routeLoader$(async ev => {
  const auth = getAuth(ev)
  const session = isGuarded('page') ? await auth.requireAuth() : await auth.getSession()
  return session?.user?.email
})

export default component$(() => {
  const email = useEmail()
  return (
    <>
      <h1>Protected</h1>
      <p data-testid="protected">
        Only signed-in users can see this page. You are signed in as {email.value}.
      </p>
    </>
  )
})
