import { defineMiddleware } from 'astro:middleware'

const publicHeaders = {
  'cache-control': 'public, max-age=60, s-maxage=60',
  'cdn-cache-control': 'public, max-age=60',
}

/** The cookies and headers of the app. Astro drops those of a page that throws, and runs the middleware again for its error page. */
export const onRequest = defineMiddleware(async ({ cookies, request, url, isPrerendered }, next) => {
  if (!url.pathname.startsWith('/account')) {
    cookies.set('theme', 'dark', { path: '/', expires: new Date('2041-01-01T00:00:00Z') })
    cookies.set('seen', 'yes', { path: '/', httpOnly: true })
  }
  const response = await next()
  if (!isPrerendered && request.headers.get('x-cache') === 'public')
    for (const [name, value] of Object.entries(publicHeaders)) response.headers.set(name, value)
  return response
})
