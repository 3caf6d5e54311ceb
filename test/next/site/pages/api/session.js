import { auth } from '../../lib/auth.js'

export default async function handler(req, res) {
  res.setHeader('set-cookie', 'seen=yes')
  try {
    res.json(await auth(req, res))
  } catch (error) {
    res.status(503).json(error.type)
  }
}
