import type { Session } from 'latchkey/hono'
import { Head } from './layout.js'

interface PageProps {
  session: Session | null
}

export function Home({ session }: PageProps) {
  return (
    <>
      <h1>Latchkey and Hono</h1>
      <p>
        Hello, <strong data-testid="name">{session?.user?.name ?? 'guest'}</strong>!
      </p>
    </>
  )
}

export function Protected({ session }: PageProps) {
  return (
    <>
      <h1>Protected</h1>
      <p data-testid="protected">
        Only signed-in users can see this page. You are signed in as {session?.user?.email}.
      </p>
    </>
  )
}

export function Account({ session }: PageProps) {
  return (
    <>
      <h1>Account</h1>
      <p data-testid="account">
        Signed in as {session?.user?.email}. Your session expires at {session?.expires}.
      </p>
    </>
  )
}

/** `client.js` fills in the user, and updates the session. */
export function Client() {
  return (
    <>
      <h1>Session in the browser</h1>
      <p>
        User: <strong data-testid="client-user">…</strong>
      </p>
      <p>
        Name: <strong data-testid="client-name">…</strong>
      </p>
      <form data-testid="update-form">
        <label>
          New name <input name="name" maxlength={50} required data-testid="new-name" />
        </label>
        <button type="submit" data-testid="update">
          Update
        </button>
      </form>
      <script type="module" src="/client.js" />
    </>
  )
}

/** The same for everyone, so it is not in the layout, which shows the user. `cached.js` fills in the user. */
export function Cached({ time }: { time: string }) {
  return (
    <html lang="en">
      <Head script="/cached.js" />
      <body>
        <main>
          <h1>The same page for everyone</h1>
          <p>
            Rendered at <span data-testid="cached-at">{time}</span>.
          </p>
          <p>
            User: <strong data-testid="client-user">…</strong>
          </p>
        </main>
      </body>
    </html>
  )
}

export function NotFound() {
  return (
    <>
      <h1>Error</h1>
      <p data-testid="error">Page not found</p>
    </>
  )
}
