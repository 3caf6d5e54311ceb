import { authContext, requireAuth } from '~/auth.server'
import { isGuarded } from '~/test-settings.server'
import type { Route } from './+types/protected'

/** Guards this route and its children. */
export const middleware: Route.MiddlewareFunction[] = isGuarded('middleware') ? [requireAuth()] : []

/** Guarded by the middleware and again here. */
export async function loader({ context }: Route.LoaderArgs) {
  const auth = context.get(authContext)
  const session = isGuarded('page') ? await auth.requireAuth() : await auth.getSession()
  return { email: session?.user?.email }
}

export default function Protected({ loaderData }: Route.ComponentProps) {
  return (
    <>
      <h1>Protected</h1>
      <p data-testid="protected">
        Only signed-in users can see this page. You are signed in as {loaderData.email}.
      </p>
    </>
  )
}
