import { defineMiddleware } from 'astro:middleware'

/** The cookies of the app. Astro drops those of a page that throws, and runs the middleware again for its error page. */
export const onRequest = defineMiddleware(({ cookies, url }, next) => {
  if (!url.pathname.startsWith('/account')) {
    cookies.set('theme', 'dark', { path: '/', expires: new Date('2041-01-01T00:00:00Z') })
    cookies.set('seen', 'yes', { path: '/', httpOnly: true })
  }
  return next()
})
