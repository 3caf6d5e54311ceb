import type { Session } from 'latchkey/sveltekit'
import { requireAuth } from '../../../auth'
import type { PageServerLoad } from './$types'

export const load: PageServerLoad = async event => {
  const { user, acr }: Session = await requireAuth(event, { acr: 'aal1', maxAge: 300 })
  return { shown: `${user?.name} ${acr}` }
}
