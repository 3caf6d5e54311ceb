import { createMiddleware } from '@solidjs/start/middleware'
import { getSession } from 'latchkey/solid-start'
import { authConfig } from '~/lib/auth'
import { isGuarded } from '~/lib/test-settings'

export default createMiddleware({
  /** Tells every page who is there, keeps the visitor signed in while they use the app, and guards `/protected`. */
  async onRequest(event) {
    const { pathname, search } = new URL(event.request.url)
    if (pathname.startsWith('/api/auth/')) return
    event.response.headers.set('cache-control', 'no-store')
    try {
      event.locals.session = await getSession(event, authConfig)
    } catch (error) {
      return problem(error)
    }
    if (event.locals.session || !isProtected(pathname) || !isGuarded('before')) return
    const location = `/api/auth/signin?${new URLSearchParams({ callbackUrl: pathname + search })}`
    return new Response(null, { status: 303, headers: { location } })
  },
})

function isProtected(pathname: string): boolean {
  return pathname === '/protected' || pathname.startsWith('/protected/')
}

/** While nobody can say who is there, nobody is signed out either: the next try may work. */
function problem(error: unknown): Response {
  console.error(error)
  const isPassing = error instanceof Error && 'type' in error && error.type === 'SessionUnavailable'
  const headers = { 'content-type': 'text/plain', 'cache-control': 'no-store' }
  return new Response('Something went wrong. Please try again.', { status: isPassing ? 503 : 500, headers })
}
