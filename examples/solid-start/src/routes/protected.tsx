import { createAsync, type RouteSectionProps } from '@solidjs/router'
import { Show } from 'solid-js'
import { requireSession } from '~/lib/session'

/** The middleware guards it, but sees only who comes from outside: within the app the page asks itself. */
export default function Protected({ location }: RouteSectionProps) {
  const member = createAsync(() => requireSession(location.pathname + location.search), { deferStream: true })
  return (
    <>
      <h1>Protected</h1>
      <Show when={member()}>
        {session => <p data-testid="protected">Only signed-in visitors read this, {session().email}.</p>}
      </Show>
    </>
  )
}
