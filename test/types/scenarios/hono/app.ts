import { type Context, Hono } from 'hono'
import { HonoAuth, type HonoAuthConfig, type InferEnv, type Session } from 'latchkey/hono'
import { auth, requireAuth } from './auth.js'

export const app = new Hono()
  .use(auth)
  .get('/', async c => {
    const session = await c.get('auth').getSession()
    const role: string | undefined = session?.role
    // TS2339: Property 'rank' does not exist
    void session?.rank
    return c.json({ role, greeting: await c.get('auth').api.greeting.greet('Ada') })
  })
  .get('/account', requireAuth({ acr: 'aal2', maxAge: 600 }), c => {
    const role: string = c.get('session').role
    return c.json({ role, name: c.get('session').user?.name })
  })
  .post('/sign-in', async c =>
    c.get('auth').signIn({ provider: 'harbor', fields: await c.req.parseBody(), redirectTo: '/' }),
  )
  .post('/sign-out', c => c.get('auth').signOut())
  .get('/sessions', async c => {
    const { sessions, api } = c.get('auth')
    // TS2345: Argument of type 'number' is not assignable to parameter of type 'string'
    await api.greeting.greet(1)
    // TS2339: Property 'other' does not exist
    void api.other
    return c.json(await sessions.list())
  })

/** Handlers in another file. */
export const routes = new Hono<InferEnv<typeof auth>>().get('/role', async c => {
  const session = await c.get('auth').getSession()
  const role: string | undefined = session?.role
  return c.json({ role })
})
export const whole = new Hono().use(auth).route('/routes', routes)

/** A configuration of its own type, and one per request. */
export function createApp(config: HonoAuthConfig) {
  const fixed = new Hono().use(HonoAuth(config).auth)
  return fixed.get('/', async c => {
    const session: Session | null = await c.get('auth').getSession()
    return c.text(session?.expires ?? '')
  })
}

type Bindings = { AUTH_GITHUB_ID: string }
export const lazy = HonoAuth((c: Context<{ Bindings: Bindings }>) => ({
  providers: [{ id: 'harbor', name: 'Harbor', type: 'oidc' as const, clientId: c.env.AUTH_GITHUB_ID }],
  callbacks: { session: async ({ session }) => ({ ...session, role: 'admin' }) },
}))
new Hono().use(lazy.auth).get('/', async c => {
  const role: string | undefined = (await c.get('auth').getSession())?.role
  return c.json({ role })
})

// TS2740: missing the following properties from type 'Provider[]'
export const wrong = HonoAuth({ providers: {} })
