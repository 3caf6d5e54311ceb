import { fileURLToPath } from 'node:url'
import fastifyView from '@fastify/view'
import ejs from 'ejs'
import fp from 'fastify-plugin'

/** Renders the templates in `views`. */
export default fp(async fastify => {
  fastify.register(fastifyView, {
    engine: { ejs },
    root: fileURLToPath(new URL('../views', import.meta.url)),
    viewExt: 'ejs',
  })
})
