import type { RequestHandler } from '@builder.io/qwik-city'
import { getAuth } from '~/auth'

export const onGet: RequestHandler = async ev => {
  const session = await getAuth(ev).getSession()
  ev.json(200, { email: session?.user?.email ?? null })
}
