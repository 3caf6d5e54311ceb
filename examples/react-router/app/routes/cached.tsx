import { useSession } from 'latchkey/react'
import type { Route } from './+types/cached'

/** Caches may keep this page: it is the same for everyone, because the root does not read the session for it. */
export const headers: Route.HeadersFunction = () => ({ 'Cache-Control': 'public, max-age=0, s-maxage=60' })

export const loader = () => ({ time: new Date().toISOString() })

export default function Cached({ loaderData }: Route.ComponentProps) {
  const { data, status } = useSession()
  const user = data?.user?.email ?? 'Not signed in'
  return (
    <>
      <h1>The same page for everyone</h1>
      <p>
        Rendered at <span data-testid="cached-at">{loaderData.time}</span>.
      </p>
      <p>
        User: <strong data-testid="client-user">{status === 'loading' ? '…' : user}</strong>
      </p>
    </>
  )
}
