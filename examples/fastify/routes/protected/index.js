import { renderPage } from '../../lib/render-page.js'
import { withGuardSetting } from '../../lib/test-settings.js'
import { requireAuth } from '../../plugins/auth.js'

/** All routes of this folder are below `/protected`. */
export default async function protectedRoutes(fastify) {
  fastify.addHook('preHandler', withGuardSetting('middleware', requireAuth()))

  // Guarded above and again here, so the page stays guarded if the hook changes.
  fastify.get('/', { preHandler: withGuardSetting('page', requireAuth()) }, (request, reply) =>
    renderPage(request, reply, 'protected'),
  )
}
