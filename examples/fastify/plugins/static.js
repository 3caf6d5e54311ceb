import { fileURLToPath } from 'node:url'
import fastifyStatic from '@fastify/static'
import fp from 'fastify-plugin'

/** Serves `public`, and the client modules: pages load them without a bundler, through the import map in `views/head.ejs`. */
export default fp(async fastify => {
  fastify.register(fastifyStatic, {
    root: fileURLToPath(new URL('../public', import.meta.url)),
    wildcard: false,
  })
  fastify.register(fastifyStatic, {
    root: fileURLToPath(new URL('..', import.meta.resolve('latchkey/client'))),
    prefix: '/latchkey/',
    decorateReply: false,
  })
})
