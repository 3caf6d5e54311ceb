import { requireSession } from '$lib/server/require-session'
import { isGuarded } from '$lib/server/test-settings'
import type { PageServerLoad } from './$types'

/** Guarded by the hook and again here, so the page stays guarded if the hook changes. */
export const load: PageServerLoad = async event => ({
  session: isGuarded('page') ? await requireSession(event) : await event.locals.auth(),
})
