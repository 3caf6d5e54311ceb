import { component$ } from '@builder.io/qwik'
import { routeLoader$ } from '@builder.io/qwik-city'
import { getAuth } from '~/auth'

/** Guarded only here. */
export const useAccount = routeLoader$(async ev => {
  const { user, expires } = await getAuth(ev).requireAuth()
  return { email: user?.email, expires }
})

export default component$(() => {
  const account = useAccount()
  return (
    <>
      <h1>Account</h1>
      <p data-testid="account">
        Signed in as {account.value.email}. Your session expires at {account.value.expires}.
      </p>
    </>
  )
})
