import { createFileRoute } from '@tanstack/react-router'
import { loadSession } from '../session'

export const Route = createFileRoute('/uses/$cache')({ loader: () => loadSession(), component: Uses })

function Uses() {
  return <p data-testid="user">{Route.useLoaderData()?.user?.email ?? 'visitor'}</p>
}
