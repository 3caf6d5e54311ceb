import { getSession } from 'latchkey/express'
import { authConfig } from '../auth.js'

/** Tells every page who is there, and keeps the visitor signed in while they use the app. */
export async function withSession(req, res, next) {
  res.set('cache-control', 'no-store')
  res.locals.path = req.originalUrl
  try {
    res.locals.session = await getSession(req, authConfig, res)
    next()
  } catch (error) {
    // Express 4 does not wait for a promise: what is thrown here would end the server.
    next(error)
  }
}
