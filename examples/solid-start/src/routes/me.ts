import type { APIEvent } from '@solidjs/start/server'
import { getCacheControl } from '~/lib/test-settings'

export function GET({ locals }: APIEvent) {
  const headers = { 'cache-control': getCacheControl('no-store') }
  return Response.json({ email: locals.session?.user?.email ?? null }, { headers })
}
