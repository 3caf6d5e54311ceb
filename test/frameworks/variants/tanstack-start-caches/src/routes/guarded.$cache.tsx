import { createFileRoute } from '@tanstack/react-router'
import { loadAccount } from '../session'

export const Route = createFileRoute('/guarded/$cache')({ loader: () => loadAccount(), component: Guarded })

function Guarded() {
  return (
    <>
      <h1>Members only</h1>
      <p data-testid="user">{Route.useLoaderData().email}</p>
    </>
  )
}
