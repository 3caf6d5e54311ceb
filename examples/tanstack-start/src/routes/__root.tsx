import { createRootRoute, HeadContent, Link, Outlet, Scripts, useLocation } from '@tanstack/react-router'
import { SessionProvider } from 'latchkey/react'
import type { ReactNode } from 'react'
import { isPublic } from '../public-pages'
import { loadSession, signOut } from '../session'
import css from '../styles/app.css?url'

export const Route = createRootRoute({
  head: () => ({
    meta: [
      { charSet: 'utf-8' },
      { name: 'viewport', content: 'width=device-width, initial-scale=1' },
      { title: 'Latchkey and TanStack Start' },
    ],
    links: [{ rel: 'stylesheet', href: css }],
  }),
  // Without a session, `SessionProvider` requests it in the browser.
  loader: async ({ location }) => ({
    session: isPublic(location.pathname) ? undefined : await loadSession(),
  }),
  shellComponent: Document,
  component: App,
  errorComponent: Failure,
  notFoundComponent: () => <h1>Page not found</h1>,
})

function Document({ children }: { children: ReactNode }) {
  return (
    <html lang="en">
      <head>
        <HeadContent />
      </head>
      <body>
        {children}
        <Scripts />
      </body>
    </html>
  )
}

function App() {
  const { session } = Route.useLoaderData()
  return (
    // Passes a changed session to the components in the browser and to other tabs.
    <SessionProvider session={session} basePath="/auth">
      <header>
        <nav>
          <Link to="/" data-testid="to-home">
            Home
          </Link>
          <Link to="/protected" data-testid="to-protected">
            Protected
          </Link>
          <Link to="/account" data-testid="to-account">
            Account
          </Link>
          <Link to="/client" data-testid="to-client">
            Client
          </Link>
        </nav>
        {session !== undefined && (
          <div className="user">
            <span data-testid="user">{session?.user?.email ?? 'Not signed in'}</span>{' '}
            {session ? <SignOut /> : <SignIn />}
          </div>
        )}
      </header>
      <main>
        <Outlet />
      </main>
    </SessionProvider>
  )
}

function SignIn() {
  const { href } = useLocation()
  return (
    // The page is not one of the app, so the browser must request it from the server.
    <a href={`/auth/signin?${new URLSearchParams({ callbackUrl: href })}`} data-testid="sign-in">
      Sign in
    </a>
  )
}

function SignOut() {
  return (
    <form method="post" action={signOut.url}>
      <button type="submit" data-testid="sign-out">
        Sign out
      </button>
    </form>
  )
}

/** Shows an outage, which has status 503, and other errors. */
function Failure() {
  return (
    <main>
      <h1>Something went wrong</h1>
      <p>Please try again.</p>
    </main>
  )
}
