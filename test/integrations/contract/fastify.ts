import { Readable } from 'node:stream'
import formBody from '@fastify/formbody'
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { FastifyAuth } from 'latchkey/fastify'
import type { AuthConfig } from 'latchkey/server'
import {
  type IntegrationSetup,
  type IntegrationUnderTest,
  integrationCookies,
  publicHeaders,
} from 'latchkey/testing'
import { listen } from '../../support/serve.js'
import { forward } from './proxy.js'

/** Fastify on a Node server. */
export const fastify: IntegrationUnderTest = {
  name: 'latchkey/fastify',
  serve: async (config, setup) => {
    const app = await createApp(config, setup)
    return forward(await listen(app.server, 'http'))
  },
}

async function createApp(
  config: AuthConfig,
  { parsesBodies = false }: IntegrationSetup = {},
): Promise<FastifyInstance> {
  const { auth, requireAuth } = FastifyAuth(config)
  const app = Fastify()
  if (parsesBodies) {
    app.addHook('preParsing', readWholeBody)
    await app.register(formBody)
  }
  await app.register(auth)
  app.get('/ok', async (request, reply) => readEmail(request, reply))
  app.get('/redirect', async (request, reply) => {
    await readEmail(request, reply)
    return reply.redirect('/ok')
  })
  app.get('/unauthorized', async (request, reply) => {
    await readEmail(request, reply)
    return reply.code(401).send('No.')
  })
  app.get('/error', async (request, reply) => {
    await readEmail(request, reply)
    throw new Error('broken')
  })
  app.get('/stream', async (request, reply) => {
    const email = await readEmail(request, reply)
    return Readable.from([email.slice(0, 3), email.slice(3)])
  })
  app.get('/account', { preHandler: requireAuth() }, async (request, reply) => {
    setCacheHeaders(request, reply)
    return request.auth.session.user?.email
  })
  app.get<{ Querystring: Record<string, string> }>('/sign-in', async (request, reply) =>
    reply.redirect(await request.auth.signIn({ provider: 'credentials', fields: request.query })),
  )
  app.get('/sign-out', async (request, reply) => reply.redirect(await request.auth.signOut()))
  app.setErrorHandler<{ statusCode?: number }>(({ statusCode = 500 }, _request, reply) =>
    reply.code(statusCode).send('Something went wrong.'),
  )
  await app.ready()
  return app
}

async function readEmail(request: FastifyRequest, reply: FastifyReply): Promise<string> {
  for (const line of integrationCookies) reply.header('set-cookie', line)
  setCacheHeaders(request, reply)
  const session = await request.auth.getSession()
  return session?.user?.email ?? 'visitor'
}

function setCacheHeaders({ headers }: FastifyRequest, reply: FastifyReply): void {
  if (headers['x-cache'] === 'public') reply.headers(publicHeaders)
}

/** Reads the stream and replaces it, as plugins do that keep the raw body. */
async function readWholeBody(
  _request: FastifyRequest,
  _reply: FastifyReply,
  payload: Readable,
): Promise<Readable> {
  return Readable.from(await payload.toArray(), { objectMode: false })
}
