import { Hono } from 'hono'
import { stream } from 'hono/streaming'
import { integrationCookies } from '../../dist/testing/index.js'

/**
 * Creates the app of the contract of integrations in Hono.
 *
 * @param {{
 *   middleware: import('hono').MiddlewareHandler[]
 *   actions?: import('hono').MiddlewareHandler
 *   guard: import('hono').MiddlewareHandler
 *   readEmail: (c: import('hono').Context) => Promise<string | undefined>
 * }} integration what differs between integrations
 * @param {{ parsesBodies?: boolean }} setup
 */
export function createHonoApp({ middleware, actions, guard, readEmail }, { parsesBodies = false } = {}) {
  const app = new Hono()
  if (parsesBodies) app.use(parseBody)
  for (const handler of middleware) app.use(handler)
  if (actions) app.use('/auth/*', actions)
  const readSession = async c => {
    for (const line of integrationCookies) c.header('set-cookie', line, { append: true })
    return (await readEmail(c)) ?? 'visitor'
  }
  return app
    .get('/ok', async c => c.text(await readSession(c)))
    .get('/redirect', async c => {
      await readSession(c)
      return c.redirect('/ok')
    })
    .get('/unauthorized', async c => {
      await readSession(c)
      return c.text('No.', 401)
    })
    .get('/error', async c => {
      await readSession(c)
      throw new Error('broken')
    })
    .get('/stream', async c => {
      const email = await readSession(c)
      return stream(c, async body => {
        await body.write(email.slice(0, 3))
        await body.write(email.slice(3))
      })
    })
    .get('/account', guard, c => c.text('allowed'))
    .onError((error, c) =>
      'getResponse' in error ? error.getResponse() : c.text('Something went wrong.', 500),
    )
}

async function parseBody(c, next) {
  if (c.req.header('content-type')?.includes('json')) await c.req.json()
  else await c.req.parseBody()
  await next()
}
