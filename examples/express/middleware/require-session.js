/** Lets signed-in visitors pass; everybody else signs in first and comes back. */
export function requireSession(req, res, next) {
  if (res.locals.session) return next()
  res.redirect(303, `/auth/signin?callbackUrl=${encodeURIComponent(req.originalUrl)}`)
}
