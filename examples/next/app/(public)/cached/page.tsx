import { SessionProvider } from 'latchkey/react'
import { CurrentUser } from '@/components/current-user'

/** Next caches the page for a minute. */
export const revalidate = 60

export default function Cached() {
  return (
    <>
      <h1>The same page for everyone</h1>
      <p>
        Rendered at <span data-testid="cached-at">{new Date().toISOString()}</span>.
      </p>
      {/* Without a session, the provider requests it in the browser. */}
      <SessionProvider>
        <CurrentUser />
      </SessionProvider>
    </>
  )
}
