import type { Child } from 'hono/jsx'
import type { Session } from 'latchkey/hono'

const importMap = '{ "imports": { "latchkey/client": "/latchkey/client/index.js" } }'

interface LayoutProps {
  session: Session | null
  path: string
  children?: Child
}

/** The document around each page. */
export function Layout({ session, path, children }: LayoutProps) {
  return (
    <html lang="en">
      <Head script="/session.js" />
      <body>
        <header>
          <nav>
            <a href="/" data-testid="to-home">
              Home
            </a>
            <a href="/protected" data-testid="to-protected">
              Protected
            </a>
            <a href="/account" data-testid="to-account">
              Account
            </a>
            <a href="/client" data-testid="to-client">
              Client
            </a>
          </nav>
          <p>
            <span data-testid="user">{session?.user?.email ?? 'Not signed in'}</span>{' '}
            {session ? <SignOut /> : <SignIn path={path} />}
          </p>
        </header>
        <main>{children}</main>
      </body>
    </html>
  )
}

export function Head({ script }: { script: string }) {
  return (
    <head>
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width" />
      <title>Latchkey and Hono</title>
      <link rel="stylesheet" href="/style.css" />
      <script type="importmap" dangerouslySetInnerHTML={{ __html: importMap }} />
      <script type="module" src={script} />
    </head>
  )
}

/** `session.js` enables the button when it has loaded. */
function SignOut() {
  return (
    <button type="button" data-testid="sign-out" disabled>
      Sign out
    </button>
  )
}

function SignIn({ path }: { path: string }) {
  return (
    <a href={`/auth/signin?callbackUrl=${encodeURIComponent(path)}`} data-testid="sign-in">
      Sign in
    </a>
  )
}
