import { redirect } from '@sveltejs/kit'
import { signIn } from '../../auth'
import type { Actions, PageServerLoad } from './$types'

/** Handles the form of the `SignIn` component. */
export const actions = { default: signIn } satisfies Actions

export const load: PageServerLoad = () => redirect(303, '/auth/signin')
