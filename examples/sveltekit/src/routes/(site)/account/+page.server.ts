import { requireSession } from '$lib/server/require-session'
import type { PageServerLoad } from './$types'

/** Guarded only here. */
export const load: PageServerLoad = async event => ({ session: await requireSession(event) })
