import { createAsync, type RouteSectionProps } from '@solidjs/router'
import { Show } from 'solid-js'
import { requireSession } from '~/lib/session'

/** Guarded only here, not by the middleware. */
export default function Account({ location }: RouteSectionProps) {
  const requiredSession = createAsync(() => requireSession(location.pathname + location.search), {
    deferStream: true,
  })
  return (
    <>
      <h1>Account</h1>
      <Show when={requiredSession()}>
        {session => (
          <p data-testid="account">
            Signed in as {session().email}. Your session expires at {session().expires}.
          </p>
        )}
      </Show>
    </>
  )
}
