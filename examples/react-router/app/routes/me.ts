import { authContext } from '~/auth.server'
import type { Route } from './+types/me'

export async function loader({ context }: Route.LoaderArgs) {
  const session = await context.get(authContext).getSession()
  return Response.json({ email: session?.user?.email ?? null })
}
