import { createFileRoute } from '@tanstack/react-router'
import { useSession } from 'latchkey/react'

/** Caches may keep this page: it is the same for everyone, because the root does not read the session for it. */
export const Route = createFileRoute('/cached')({
  headers: () => ({ 'Cache-Control': 'public, max-age=0, s-maxage=60' }),
  loader: () => ({ time: new Date().toISOString() }),
  component: Cached,
})

function Cached() {
  const { time } = Route.useLoaderData()
  const { data, status } = useSession()
  const user = data?.user?.email ?? 'Not signed in'
  return (
    <>
      <h1>The same page for everyone</h1>
      <p>
        Rendered at <span data-testid="cached-at">{time}</span>.
      </p>
      <p>
        User: <strong data-testid="client-user">{status === 'loading' ? '…' : user}</strong>
      </p>
    </>
  )
}
