import { memberAt } from '$lib/server/members'
import type { PageServerLoad } from './$types'

/** Guarded here, by the page itself. */
export const load: PageServerLoad = async event => ({ member: await memberAt(event) })
