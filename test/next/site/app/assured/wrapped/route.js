import { requireAuth } from '../../../lib/assured-auth.js'

export const GET = requireAuth({ acr: 'aal2' }, () => Response.json('allowed'))
export const POST = requireAuth({ acr: 'aal1' }, request => Response.json(request.auth.user.name))
