import { requireSession } from '$lib/server/require-session'
import { isGuarded } from '$lib/server/test-settings'
import type { PageServerLoad } from './$types'

/** Guarded by the hook already; a page that looks itself stays guarded when somebody changes the hook. */
export const load: PageServerLoad = async event => ({
  member: isGuarded('page') ? await requireSession(event) : await event.locals.auth(),
})
