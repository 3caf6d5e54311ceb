import Fastify, { type FastifyRequest } from 'fastify'
import { FastifyAuth, type FastifyAuthConfig } from 'latchkey/fastify'
import { auth, requireAuth } from './auth.js'

export const app = Fastify()
app.register(auth)
app.register(auth, { prefix: '/api/auth' })

app.get('/', async request => {
  const session = await request.auth.getSession()
  const role: string | undefined = session?.role
  // TS2339: Property 'rank' does not exist
  void session?.rank
  return { role, greeting: await request.auth.api.greeting.greet('Ada') }
})

app.get<{ Params: { id: string } }>(
  '/account/:id',
  { preHandler: requireAuth({ acr: 'aal2', maxAge: 600 }) },
  async ({ auth: { session }, params }) => {
    const role: string = session.role
    const acr: string | undefined = session.acr
    return { role, acr, name: session.user?.name, id: params.id }
  },
)

app.addHook('preHandler', requireAuth())

app.post('/sign-in', async (request, reply) =>
  reply.redirect(await request.auth.signIn({ provider: 'harbor', redirectTo: '/' }), 303),
)

app.get('/sessions', async request => {
  const { sessions, api } = request.auth
  // TS2345: Argument of type 'number' is not assignable to parameter of type 'string'
  await api.greeting.greet(1)
  // TS2339: Property 'other' does not exist
  void api.other
  return sessions.list()
})

/** A configuration of its own type, and one per request. */
export const createPlugin = (config: FastifyAuthConfig) => FastifyAuth(config).auth
export const lazy = FastifyAuth((request: FastifyRequest) => ({
  providers: [{ id: 'harbor', name: 'Harbor', type: 'oidc' as const, clientId: request.hostname }],
}))
app.register(lazy.auth)

// TS2769: Type 'number' is not assignable to type 'string'
app.register(auth, { prefix: 1 })

// TS2740: missing the following properties from type 'Provider[]'
export const wrong = FastifyAuth({ providers: {} })
