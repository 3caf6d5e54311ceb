import { createFileRoute } from '@tanstack/react-router'
import { loadAccount } from '../session'

export const Route = createFileRoute('/account')({
  loader: () => loadAccount(),
  component: Account,
})

function Account() {
  const { email, expires } = Route.useLoaderData()
  return (
    <>
      <h1>Account</h1>
      <p data-testid="account">
        Signed in as {email}. Your session expires at {expires}.
      </p>
    </>
  )
}
