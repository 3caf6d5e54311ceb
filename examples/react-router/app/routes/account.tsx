import { authContext } from '~/auth.server'
import type { Route } from './+types/account'

/** Guarded only here, not by middleware. */
export async function loader({ context }: Route.LoaderArgs) {
  const { user, expires } = await context.get(authContext).requireAuth()
  return { email: user?.email, expires: String(expires) }
}

export default function Account({ loaderData }: Route.ComponentProps) {
  return (
    <>
      <h1>Account</h1>
      <p data-testid="account">
        Signed in as {loaderData.email}. Your session expires at {loaderData.expires}.
      </p>
    </>
  )
}
