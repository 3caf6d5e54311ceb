import { redirect } from '@sveltejs/kit'
import { signIn } from '../../auth'
import type { Actions, PageServerLoad } from './$types'

/** What the form of the component `SignIn` is sent to. */
export const actions = { default: signIn } satisfies Actions

export const load: PageServerLoad = () => redirect(303, '/auth/signin')
