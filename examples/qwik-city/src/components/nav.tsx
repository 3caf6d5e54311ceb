import { component$ } from '@builder.io/qwik'
import { Form, Link, useLocation } from '@builder.io/qwik-city'
import { useSession, useSignOut } from '~/routes/layout'

export const Nav = component$(() => {
  const { url } = useLocation()
  const session = useSession()
  const signOut = useSignOut()
  const callbackUrl = encodeURIComponent(url.pathname + url.search)
  return (
    <header>
      <nav>
        <Link href="/" data-testid="to-home">
          Home
        </Link>
        {/* Without `prefetch="js"`, a click does nothing while Qwik City requests the data of a page that redirects visitors. */}
        <Link href="/protected" prefetch="js" data-testid="to-protected">
          Protected
        </Link>
        <Link href="/account" prefetch="js" data-testid="to-account">
          Account
        </Link>
        <Link href="/client" data-testid="to-client">
          Client
        </Link>
      </nav>
      <Form action={signOut} reloadDocument>
        <span data-testid="user">{session.value?.user?.email ?? 'Not signed in'}</span>{' '}
        {session.value ? (
          <button type="submit" data-testid="sign-out">
            Sign out
          </button>
        ) : (
          <a href={`/auth/signin?callbackUrl=${callbackUrl}`} data-testid="sign-in">
            Sign in
          </a>
        )}
      </Form>
    </header>
  )
})
