import type { Server } from 'node:http'
import { createAdaptorServer } from '@hono/node-server'
import { type Context, Hono } from 'hono'
import { stream } from 'hono/streaming'
import { HonoAuth, type HonoAuthEnv } from 'latchkey/hono'
import type { AuthConfig } from 'latchkey/server'
import {
  type IntegrationSetup,
  type IntegrationUnderTest,
  integrationCookies,
  publicHeaders,
} from 'latchkey/testing'
import { listen } from '../../support/serve.js'
import { forward } from './proxy.js'

/** Hono as a function from a `Request` to a `Response`, as on Workers, Deno and Bun. */
export const hono: IntegrationUnderTest = {
  name: 'latchkey/hono',
  serve: async (config, setup) => {
    const app = createApp(config, setup)
    return { answer: async request => app.fetch(request), close: async () => {} }
  },
}

/** Hono on a Node server. */
export const honoOnNode: IntegrationUnderTest = {
  name: 'latchkey/hono on Node',
  serve: async (config, setup) =>
    forward(await listen(createAdaptorServer(createApp(config, setup)) as Server, 'http')),
}

type App = Hono<HonoAuthEnv>

function createApp(config: AuthConfig, { parsesBodies = false }: IntegrationSetup = {}): App {
  const { auth, requireAuth } = HonoAuth(config)
  const app = new Hono()
  if (parsesBodies)
    app.use(async (c, next) => {
      if (c.req.header('content-type')?.includes('json')) await c.req.json()
      else await c.req.parseBody()
      await next()
    })
  return app
    .use(auth)
    .get('/ok', async c => c.text(await readEmail(c)))
    .get('/redirect', async c => {
      await readEmail(c)
      return c.redirect('/ok')
    })
    .get('/unauthorized', async c => {
      await readEmail(c)
      return c.text('No.', 401)
    })
    .get('/error', async c => {
      await readEmail(c)
      throw new Error('broken')
    })
    .get('/stream', async c => {
      const email = await readEmail(c)
      return stream(c, async body => {
        await body.write(email.slice(0, 3))
        await body.write(email.slice(3))
      })
    })
    .get('/account', requireAuth(), c => {
      setCacheHeaders(c)
      return c.text(String(c.get('session').user?.email))
    })
    .get('/sign-in', c => c.get('auth').signIn({ provider: 'credentials', fields: c.req.query() }))
    .get('/sign-out', c => c.get('auth').signOut())
    .onError((error, c) =>
      'getResponse' in error ? error.getResponse() : c.text('Something went wrong.', 500),
    )
}

async function readEmail(c: Context<HonoAuthEnv>): Promise<string> {
  for (const line of integrationCookies) c.header('set-cookie', line, { append: true })
  setCacheHeaders(c)
  const session = await c.get('auth').getSession()
  return session?.user?.email ?? 'visitor'
}

function setCacheHeaders(c: Context): void {
  if (c.req.header('x-cache') !== 'public') return
  for (const [name, value] of Object.entries(publicHeaders)) c.header(name, value)
}
