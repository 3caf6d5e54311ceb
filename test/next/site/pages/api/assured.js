import { requireAuth } from '../../lib/assured-auth.js'

export default async function handler(req, res) {
  const session = await requireAuth(req, res, { acr: req.query.acr, maxAge: 3600 })
  if (session) res.json(session.user.name)
}
