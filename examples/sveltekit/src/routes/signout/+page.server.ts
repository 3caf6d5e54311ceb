import { redirect } from '@sveltejs/kit'
import { signOut } from '../../auth'
import type { Actions, PageServerLoad } from './$types'

/** What the button on every page is sent to while its script is not there yet. */
export const actions = { default: signOut } satisfies Actions

export const load: PageServerLoad = () => redirect(303, '/auth/signout')
