import { signOut } from '@auth/solid-start/client'
import { createAsync } from '@solidjs/router'
import { readSession } from '~/lib/session'

export default function Home() {
  const session = createAsync(() => readSession(), { deferStream: true })
  return (
    <>
      <p data-testid="user">{session()?.user?.email ?? 'Not signed in'}</p>
      <p>{session()?.user?.tier}</p>
      <a data-testid="sign-in" href="/api/auth/signin" rel="external">
        Sign in
      </a>
      <button data-testid="sign-out" type="button" onClick={() => signOut({ callbackUrl: '/' })}>
        Sign out
      </button>
    </>
  )
}
