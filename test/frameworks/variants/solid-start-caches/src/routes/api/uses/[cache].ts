import type { APIEvent } from '@solidjs/start/server'
import { getSession } from 'latchkey/solid-start'
import { authConfig } from '~/lib/auth'

export async function GET(event: APIEvent): Promise<Response> {
  const session = await getSession(event, authConfig)
  return Response.json({ user: session?.user?.email ?? 'visitor' })
}
