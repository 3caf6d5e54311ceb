import { requireAuth } from '../../../auth'
import type { RequestHandler } from './$types'

export const GET: RequestHandler = async event => {
  await requireAuth(event, { acr: 'aal2' })
  return Response.json('allowed')
}
