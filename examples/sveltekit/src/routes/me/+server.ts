import { json } from '@sveltejs/kit'
import { getCacheControl } from '$lib/server/test-settings'
import type { RequestHandler } from './$types'

export const GET: RequestHandler = async ({ locals }) => {
  const session = await locals.auth()
  const headers = { 'cache-control': getCacheControl('no-store') }
  return json({ email: session?.user?.email ?? null }, { headers })
}
