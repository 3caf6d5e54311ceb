import { requireAuth } from '../../../auth'

export async function GET(event) {
  await requireAuth(event, { acr: 'aal2' })
  return Response.json('allowed')
}
