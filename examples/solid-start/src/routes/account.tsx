import { createAsync, type RouteSectionProps } from '@solidjs/router'
import { Show } from 'solid-js'
import { requireSession } from '~/lib/session'

/** Guarded by itself: no middleware knows of it. */
export default function Account({ location }: RouteSectionProps) {
  const member = createAsync(() => requireSession(location.pathname + location.search), { deferStream: true })
  return (
    <>
      <h1>Account</h1>
      <Show when={member()}>
        {session => (
          <p data-testid="account">
            Your session lasts until {session().expires}, {session().email}.
          </p>
        )}
      </Show>
    </>
  )
}
