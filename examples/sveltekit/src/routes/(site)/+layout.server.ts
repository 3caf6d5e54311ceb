import { toPublicSession } from 'latchkey/server'
import { getCacheControl } from '$lib/server/test-settings'
import type { LayoutServerLoad } from './$types'

/** Passes the session to every page, and extends it while the user is active. */
export const load: LayoutServerLoad = async ({ locals, url, setHeaders }) => {
  setHeaders({ 'cache-control': getCacheControl('no-store') })
  return { session: toPublicSession(await locals.auth()), path: url.pathname + url.search }
}
