import { upgradeWebSocket } from '@hono/node-server'
import { Hono } from 'hono'
import { HonoAuth, type HonoRequestAuth } from 'latchkey/hono'
import GitHub from 'latchkey/providers/github'

const { auth, requireAuth } = HonoAuth({ providers: [GitHub] })
const origins = ['http://localhost:3000', 'https://your.site']

export default new Hono()
  .use(auth)
  .use('/live', async (c, next) =>
    origins.includes(c.req.header('origin') ?? '') ? next() : c.text('This origin is not allowed.', 403),
  )
  .get(
    '/live',
    requireAuth(),
    upgradeWebSocket(c => ({
      onOpen: (_, socket) => socket.send(`Hello ${c.get('session').user?.name}`),
      async onMessage({ data }, socket) {
        const session = await readSession(c.get('auth'))
        if (session) socket.send(`${session.user?.name}: ${data}`)
        else socket.close(1008, 'Sign in to continue.')
      },
    })),
  )

/** Returns null if the session cannot be read. A rejected promise of a listener would end the process. */
function readSession(auth: HonoRequestAuth) {
  return auth.getSession().catch(() => null)
}
