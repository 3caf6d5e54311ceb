import { component$, Slot, useVisibleTask$ } from '@builder.io/qwik'
import { globalAction$, type RequestHandler, routeLoader$ } from '@builder.io/qwik-city'
import { getAuth } from '~/auth'
import { Nav } from '~/components/nav'
import { sessionStore } from '~/session-store'
import { applyCacheSetting } from '~/test-settings'

/** For the test suite. Your app does not need it. */
export const onRequest: RequestHandler = ({ headers }) => applyCacheSetting(headers)

/** The session, or null. Every page shows the user. */
export const useSession = routeLoader$(ev => getAuth(ev).getSession())

export const useSignOut = globalAction$(async (_, ev) => {
  throw ev.redirect(303, await getAuth(ev).signOut({ redirectTo: '/' }))
})

export default component$(() => {
  const session = useSession()

  // Forms also work without JavaScript. `setSession` notifies other tabs if the user has changed.
  useVisibleTask$(({ track }) => sessionStore.setSession(track(session)), { strategy: 'document-ready' })

  return (
    <>
      <Nav />
      <main>
        <Slot />
      </main>
    </>
  )
})
