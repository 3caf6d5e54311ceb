import { createMiddleware } from '@solidjs/start/middleware'
import { getSession, requireAuth } from 'latchkey/solid-start'
import { authConfig } from '~/lib/auth'

export default createMiddleware({
  async onRequest(event) {
    const { pathname } = new URL(event.request.url)
    if (pathname.startsWith('/api/') || pathname.startsWith('/plain/')) return
    if (pathname.startsWith('/guarded/')) {
      const { response } = await requireAuth(event, authConfig, { respondAs: 'page' })
      if (response) return response
    }
    event.locals.session = await getSession(event, authConfig)
  },
})
