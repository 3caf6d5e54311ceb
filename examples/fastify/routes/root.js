import { renderPage } from '../lib/render-page.js'
import { applyCacheSetting } from '../lib/test-settings.js'
import { requireAuth } from '../plugins/auth.js'

export default async function root(fastify) {
  fastify.get('/', (request, reply) => renderPage(request, reply, 'home'))

  // Guarded only here.
  fastify.get('/account', { preHandler: requireAuth() }, (request, reply) =>
    renderPage(request, reply, 'account'),
  )

  fastify.get('/client', (request, reply) => renderPage(request, reply, 'client'))

  fastify.get('/me', async (request, reply) => {
    applyCacheSetting(reply)
    const session = await request.auth.getSession()
    return { email: session?.user?.email ?? null }
  })

  // Caches may keep this page, because it does not read the session.
  fastify.get('/cached', (_request, reply) => {
    reply.header('cache-control', 'public, max-age=0, s-maxage=60')
    return reply.view('cached', { time: new Date().toISOString() })
  })
}
