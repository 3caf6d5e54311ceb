import type { NextApiRequest, NextApiResponse } from 'next'
import { auth } from '../../auth'

export default async function handler(req: NextApiRequest, res: NextApiResponse) {
  const session = await auth(req, res)
  if (!session) return res.status(401).json({ error: 'Not signed in' })
  return res.json({ email: session.user.email, tier: session.user.tier })
}
