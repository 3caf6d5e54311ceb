import { node } from '@elysiajs/node'
import { type Context, Elysia, type ElysiaConfig } from 'elysia'
import { ElysiaAuth, type ElysiaRequestAuth } from 'latchkey/elysia'
import type { AuthConfig } from 'latchkey/server'
import { type IntegrationSetup, type IntegrationUnderTest, integrationCookies } from 'latchkey/testing'
import { listenOnNode } from '../../elysia/listen-on-node.js'
import { forward } from './proxy.js'

/** Elysia as a function from a `Request` to a `Response`. */
export const elysia: IntegrationUnderTest = {
  name: 'latchkey/elysia',
  serve: async (config, setup) => {
    const app = createApp(config, setup)
    return { answer: async request => app.handle(request), close: async () => {} }
  },
}

/** Elysia on a Node server. */
export const elysiaOnNode: IntegrationUnderTest = {
  name: 'latchkey/elysia on Node',
  serve: async (config, setup) => {
    const { url, close } = await listenOnNode(createApp(config, setup, { adapter: node() }))
    return forward({ origin: new URL(url).origin, close })
  },
}

function createApp(
  config: AuthConfig,
  { parsesBodies = false }: IntegrationSetup = {},
  options: ElysiaConfig<''> = {},
) {
  const { auth } = ElysiaAuth(config)
  const app = new Elysia(options)
  if (parsesBodies)
    app.onRequest(async ({ request }) => {
      await request.clone().text()
    })
  return app
    .onError(({ code }) => (code === 'UNKNOWN' ? 'Something went wrong.' : undefined))
    .use(auth)
    .get('/ok', readEmail)
    .get('/redirect', async context => {
      await readEmail(context)
      // On Node, `redirect` needs an absolute URL.
      context.set.status = 302
      context.set.headers.location = '/ok'
      return ''
    })
    .get('/unauthorized', async context => {
      await readEmail(context)
      return context.status(401, 'No.')
    })
    .get('/error', async context => {
      await readEmail(context)
      throw new Error('broken')
    })
    .get('/stream', async context => streamText(await readEmail(context)))
    .get('/account', ({ session }) => String(session.user?.email), { auth: true })
}

async function readEmail({ auth, set }: Pick<Context, 'set'> & { auth: ElysiaRequestAuth }): Promise<string> {
  set.headers['set-cookie'] = [...integrationCookies]
  const session = await auth.getSession()
  return session?.user?.email ?? 'visitor'
}

function streamText(text: string): ReadableStream {
  const encoder = new TextEncoder()
  return new ReadableStream({
    start(controller) {
      for (const part of [text.slice(0, 3), text.slice(3)]) controller.enqueue(encoder.encode(part))
      controller.close()
    },
  })
}
