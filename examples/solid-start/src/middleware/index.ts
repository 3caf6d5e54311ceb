import { createMiddleware } from '@solidjs/start/middleware'
import { getSession } from 'latchkey/solid-start'
import { authConfig } from '~/lib/auth'
import { isPublic } from '~/lib/public-pages'
import { getCacheControl, isGuarded } from '~/lib/test-settings'

export default createMiddleware({
  /** Passes the session to every page, extends it while the user is active, and guards `/protected`. */
  async onRequest(event) {
    const { pathname, search } = new URL(event.request.url)
    if (pathname.startsWith('/api/auth/') || isPublic(pathname)) return
    event.response.headers.set('cache-control', getCacheControl('no-store'))
    try {
      event.locals.session = await getSession(event, authConfig)
    } catch (error) {
      return createErrorResponse(error)
    }
    if (event.locals.session || !isProtected(pathname) || !isGuarded('middleware')) return
    const location = `/api/auth/signin?${new URLSearchParams({ callbackUrl: pathname + search })}`
    return new Response(null, { status: 303, headers: { location } })
  },
})

function isProtected(pathname: string): boolean {
  return pathname === '/protected' || pathname.startsWith('/protected/')
}

/** Returns 503 if the session is unavailable. The cookie stays, so the next request can succeed. */
function createErrorResponse(error: unknown): Response {
  console.error(error)
  const isUnavailable = error instanceof Error && 'type' in error && error.type === 'SessionUnavailable'
  const headers = { 'content-type': 'text/plain', 'cache-control': 'no-store' }
  return new Response('Something went wrong. Please try again.', {
    status: isUnavailable ? 503 : 500,
    headers,
  })
}
