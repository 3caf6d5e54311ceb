import { createFileRoute } from '@tanstack/react-router'
import { requireEmail } from '../session'

export const Route = createFileRoute('/guarded')({
  beforeLoad: async ({ location }) => ({ email: await requireEmail({ data: location.href }) }),
  component: () => <p>{Route.useRouteContext().email}</p>,
})
