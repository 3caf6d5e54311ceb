import { signOut } from '../../auth'
import type { PageServerLoad } from './$types'

export const load: PageServerLoad = event => signOut(event, { redirectTo: '/' })
