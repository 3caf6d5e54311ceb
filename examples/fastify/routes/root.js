import { renderPage } from '../lib/render-page.js'
import { requireAuth } from '../plugins/auth.js'

export default async function root(fastify) {
  fastify.get('/', (request, reply) => renderPage(request, reply, 'home'))

  // Guarded only here.
  fastify.get('/account', { preHandler: requireAuth() }, (request, reply) =>
    renderPage(request, reply, 'account'),
  )

  fastify.get('/client', (request, reply) => renderPage(request, reply, 'client'))
}
