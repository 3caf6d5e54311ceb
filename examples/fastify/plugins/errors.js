import fp from 'fastify-plugin'
import { renderPage } from '../lib/render-page.js'

/** Shows errors as pages. */
export default fp(async fastify => {
  fastify.setNotFoundHandler((request, reply) => {
    reply.code(404)
    return renderPage(request, reply, 'error', { message: 'Page not found' })
  })

  fastify.setErrorHandler((error, _request, reply) => {
    reply.log.error(error)
    // If the session is unavailable, the status is 503 and the cookie stays, so the next request can succeed.
    return reply
      .code(error.statusCode ?? 500)
      .type('text/plain')
      .send('Something went wrong. Please try again.')
  })
})
