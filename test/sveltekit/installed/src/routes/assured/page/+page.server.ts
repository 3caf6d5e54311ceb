import { requireAuth } from '../../../auth'

export async function load(event) {
  const { user, acr } = await requireAuth(event, { acr: 'aal1', maxAge: 300 })
  return { shown: `${user?.name} ${acr}` }
}
