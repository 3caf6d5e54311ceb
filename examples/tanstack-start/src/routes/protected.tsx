import { createFileRoute } from '@tanstack/react-router'
import { loadProtected } from '../session'

export const Route = createFileRoute('/protected')({
  loader: async ({ location }) => ({ email: await loadProtected({ data: location.href }) }),
  component: Protected,
})

function Protected() {
  const { email } = Route.useLoaderData()
  return (
    <>
      <h1>Protected</h1>
      <p data-testid="protected">Only signed-in users can see this page. You are signed in as {email}.</p>
    </>
  )
}
