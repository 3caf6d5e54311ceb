import { getSession } from 'latchkey/express'
import { authConfig } from '../auth.js'

/** Tells every page who is there, and keeps the visitor signed in while they use the app. */
export async function withSession(req, res, next) {
  res.set('cache-control', 'no-store')
  res.locals.path = req.originalUrl
  res.locals.session = await getSession(req, authConfig, res)
  next()
}
