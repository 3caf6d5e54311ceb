import { getSession } from 'latchkey/express'
import { authConfig } from '../auth.js'
import { getCacheControl } from '../test-settings.js'

/** Passes the session to every page, and extends it while the user is active. */
export async function withSession(req, res, next) {
  res.set('cache-control', getCacheControl('no-store'))
  res.locals.path = req.originalUrl
  res.locals.session = await getSession(req, authConfig, res)
  next()
}
