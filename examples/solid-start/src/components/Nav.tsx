import { A, createAsync, useLocation } from '@solidjs/router'
import { signOut } from 'latchkey/solid-start/client'
import { createSignal, onMount, Show } from 'solid-js'
import { getCurrentUser } from '~/lib/session'

export default function Nav() {
  const location = useLocation()
  const user = createAsync(() => getCurrentUser(), { deferStream: true })
  // The button is disabled until the script has loaded, because a click would do nothing.
  const [isReady, setReady] = createSignal(false)
  onMount(() => setReady(true))
  const getSignInHref = () =>
    `/api/auth/signin?${new URLSearchParams({ callbackUrl: location.pathname + location.search })}`
  return (
    <header>
      <nav>
        <A href="/" data-testid="to-home">
          Home
        </A>
        <A href="/protected" data-testid="to-protected">
          Protected
        </A>
        <A href="/account" data-testid="to-account">
          Account
        </A>
        <A href="/client" data-testid="to-client">
          Client
        </A>
      </nav>
      <p>
        <span data-testid="user">{user()?.email ?? 'Not signed in'}</span>{' '}
        <Show
          when={user()}
          fallback={
            // Not a page of the router, so the browser must request it from the server.
            <a href={getSignInHref()} rel="external" data-testid="sign-in">
              Sign in
            </a>
          }
        >
          <button
            type="button"
            disabled={!isReady()}
            data-testid="sign-out"
            onClick={() => signOut({ redirectTo: '/' })}
          >
            Sign out
          </button>
        </Show>
      </p>
    </header>
  )
}
