import { fileURLToPath } from 'node:url'
import autoLoad from '@fastify/autoload'

const here = path => fileURLToPath(new URL(path, import.meta.url))

/** Options of the server, which `fastify start --options` reads. Open connections do not delay its end. */
export const options = { forceCloseConnections: true }

/** Loads the plugins, and then the routes. */
export default async function app(fastify, opts) {
  fastify.register(autoLoad, { dir: here('plugins'), options: { ...opts } })
  fastify.register(autoLoad, { dir: here('routes'), options: { ...opts } })
}
