import type { APIEvent } from '@solidjs/start/server'
import { requireAuth } from 'latchkey/solid-start'
import { authConfig } from '~/lib/auth'

export async function GET(event: APIEvent): Promise<Response> {
  const { session, response } = await requireAuth(event, authConfig, { respondAs: 'api' })
  return response ?? Response.json({ user: session.user?.email })
}
