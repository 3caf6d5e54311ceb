import { SessionProvider } from 'latchkey/react'
import { toPublicSession } from 'latchkey/server'
import type { ReactNode } from 'react'
import {
  Form,
  isRouteErrorResponse,
  Link,
  Links,
  Meta,
  Outlet,
  Scripts,
  ScrollRestoration,
  useLocation,
} from 'react-router'
import type { Route } from './+types/root'
import { authContext, authMiddleware } from './auth.server'
import { applyCacheSetting } from './test-settings.server'
import './app.css'

/** Handles the session of each request. */
export const middleware: Route.MiddlewareFunction[] = [authMiddleware, applyCacheSetting]

/** The responses of these pages are the same for everyone, so that caches may keep them. */
const publicPages = ['/cached']

export async function loader({ request, context }: Route.LoaderArgs) {
  // Without a session, `SessionProvider` requests it in the browser.
  if (publicPages.includes(new URL(request.url).pathname)) return { session: undefined }
  const session = await context.get(authContext).getSession()
  return { session: toPublicSession(session) }
}

export function Layout({ children }: { children: ReactNode }) {
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>Latchkey and React Router</title>
        <Meta />
        <Links />
      </head>
      <body>
        {children}
        <ScrollRestoration />
        <Scripts />
      </body>
    </html>
  )
}

export default function App({ loaderData: { session } }: Route.ComponentProps) {
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
  const { pathname, search } = useLocation()
  return (
    // The page is not one of the app, so the browser must request it from the server.
    <Link
      to={`/auth/signin?${new URLSearchParams({ callbackUrl: pathname + search })}`}
      reloadDocument
      data-testid="sign-in"
    >
      Sign in
    </Link>
  )
}

function SignOut() {
  return (
    <Form method="post" action="/sign-out" reloadDocument>
      <button type="submit" data-testid="sign-out">
        Sign out
      </button>
    </Form>
  )
}

/** Shows an outage, which has status 503, and other errors. */
export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const isMissing = isRouteErrorResponse(error) && error.status === 404
  return (
    <main>
      <h1>{isMissing ? 'Page not found' : 'Something went wrong'}</h1>
      {!isMissing && <p>Please try again.</p>}
    </main>
  )
}
