import { A, createAsync, useLocation } from '@solidjs/router'
import { signOut } from 'latchkey/solid-start/client'
import { createSignal, onMount, Show } from 'solid-js'
import { getCurrentSession } from '~/lib/session'

export default function Nav() {
  const location = useLocation()
  const visitor = createAsync(() => getCurrentSession(), { deferStream: true })
  // A click that comes before the script would do nothing.
  const [isReady, setReady] = createSignal(false)
  onMount(() => setReady(true))
  const signIn = () =>
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
        <span data-testid="user">{visitor()?.email ?? 'nobody'}</span>{' '}
        <Show
          when={visitor()}
          fallback={
            // The router has no such page: the browser asks the server for it.
            <a href={signIn()} rel="external" data-testid="sign-in">
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
