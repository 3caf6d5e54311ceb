/** Redirects visitors to the sign-in page, which returns to the requested page. */
export function requireSession(req, res, next) {
  if (res.locals.session) return next()
  res.redirect(303, `/auth/signin?callbackUrl=${encodeURIComponent(req.originalUrl)}`)
}
