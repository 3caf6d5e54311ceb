import { component$ } from '@builder.io/qwik'
import { Form, globalAction$, routeLoader$ } from '@builder.io/qwik-city'
import { getAuth } from '../../auth'

export const useSession = routeLoader$(async ev => {
  const session = await getAuth(ev).getSession()
  return { email: session?.user?.email ?? 'visitor' }
})

export const useSignOut = globalAction$(async (_, ev) => {
  throw ev.redirect(303, await getAuth(ev).signOut({ redirectTo: '/ok' }))
})

export default component$(() => {
  const session = useSession()
  const signOut = useSignOut()
  return (
    <Form action={signOut} reloadDocument>
      <p id="user">{session.value.email}</p>
      <button type="submit">Sign out</button>
    </Form>
  )
})
