import { Hono } from 'hono'
import { HonoAuth } from 'latchkey/hono'
import GitHub from 'latchkey/providers/github'

const { auth, requireAuth } = HonoAuth({ providers: [GitHub] })

export default new Hono()
  .use(auth)
  .get('/', async c => c.text(`Hello ${(await c.get('auth').getSession())?.user?.name ?? 'visitor'}`))
  .get('/account', requireAuth(), c => c.json(c.get('session').user))
