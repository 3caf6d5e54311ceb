import { Hono } from 'hono'
import { cors } from 'hono/cors'
import { HonoAuth } from 'latchkey/hono'
import GitHub from 'latchkey/providers/github'

const origins = ['https://app.your.site']
const { auth, requireAuth } = HonoAuth({ providers: [GitHub], trustedOrigins: origins })

export default new Hono()
  .use(cors({ origin: origins, credentials: true }))
  .use(auth)
  .get('/account', requireAuth(), c => c.json(c.get('session').user))
  .post('/sign-out', async c => {
    await c.get('auth').signOut()
    return c.body(null, 204)
  })
