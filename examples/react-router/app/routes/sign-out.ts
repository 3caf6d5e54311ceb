import { authContext } from '~/auth.server'
import type { Route } from './+types/sign-out'

export async function action({ context }: Route.ActionArgs) {
  return context.get(authContext).signOut({ redirectTo: '/' })
}
