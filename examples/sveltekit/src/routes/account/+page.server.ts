import { requireSession } from '$lib/server/require-session'
import type { PageServerLoad } from './$types'

/** Guarded here, by the page itself. */
export const load: PageServerLoad = async event => ({ member: await requireSession(event) })
