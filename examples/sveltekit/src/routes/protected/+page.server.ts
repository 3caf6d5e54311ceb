import { memberAt } from '$lib/server/members'
import { isGuarded } from '$lib/server/trial'
import type { PageServerLoad } from './$types'

/** Guarded by the hook already; a page that looks itself stays guarded when somebody changes the hook. */
export const load: PageServerLoad = async event => ({
  member: isGuarded('page') ? await memberAt(event) : await event.locals.auth(),
})
