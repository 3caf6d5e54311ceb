import { redirect } from '@sveltejs/kit'
import { signOut } from '../../auth'
import type { Actions, PageServerLoad } from './$types'

/** Handles the sign-out form if JavaScript has not loaded. */
export const actions = { default: signOut } satisfies Actions

export const load: PageServerLoad = () => redirect(303, '/auth/signout')
