import { createAsync, type RouteSectionProps } from '@solidjs/router'
import { Show } from 'solid-js'
import { requireSession } from '~/lib/session'

/** Guarded by the middleware and again here, because navigation within the app does not run the middleware. */
export default function Protected({ location }: RouteSectionProps) {
  const requiredSession = createAsync(() => requireSession(location.pathname + location.search), {
    deferStream: true,
  })
  return (
    <>
      <h1>Protected</h1>
      <Show when={requiredSession()}>
        {session => (
          <p data-testid="protected">
            Only signed-in users can see this page. You are signed in as {session().email}.
          </p>
        )}
      </Show>
    </>
  )
}
