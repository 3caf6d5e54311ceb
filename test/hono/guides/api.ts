import { Hono } from 'hono'
import { HonoAuth } from 'latchkey/hono'
import GitHub from 'latchkey/providers/github'

const { auth, requireAuth } = HonoAuth({ providers: [GitHub] })

const app = new Hono()
  .use(auth)
  .get('/account', requireAuth(), c => c.json({ name: c.get('session').user?.name }, 200))

export type AppType = typeof app
export default app
