import { Elysia } from 'elysia'
import { ElysiaAuth, type ElysiaAuthConfig, type Session } from 'latchkey/elysia'
import { auth } from './auth.js'

export const app = new Elysia()
  .use(auth)
  .get('/', async ({ auth }) => {
    const session = await auth.getSession()
    const role: string | undefined = session?.role
    // TS2339: Property 'rank' does not exist
    void session?.rank
    // TS2345: Argument of type 'number' is not assignable to parameter of type 'string'
    await auth.api.greeting.greet(1)
    // TS2339: Property 'other' does not exist
    void auth.api.other
    return { role, greeting: await auth.api.greeting.greet('Ada'), sessions: await auth.sessions.list() }
  })
  .get('/account', ({ session }) => `${session.user?.name} ${session.role satisfies string}`, { auth: true })
  .get('/billing', ({ session }) => `${session.acr}`, { auth: { acr: 'aal2', maxAge: 600 } })
  .post('/sign-in', ({ auth }) => auth.signIn({ provider: 'harbor', redirectTo: '/' }))
  .post('/sign-out', ({ auth }) => auth.signOut())
  // TS2339: Property 'session' does not exist
  .get('/open', context => context.session)

/** A configuration of its own type, and one per request. */
export const createApp = (config: ElysiaAuthConfig) =>
  new Elysia().use(ElysiaAuth(config).auth).get('/', async ({ auth }) => {
    const session: Session | null = await auth.getSession()
    return session?.expires ?? ''
  })

const lazy = ElysiaAuth((request: Request) => ({
  providers: [],
  secret: request.url,
  callbacks: { session: async ({ session }) => ({ ...session, role: 'admin' }) },
}))

export const other = new Elysia().use(lazy.auth).get('/', ({ session }) => session.role satisfies string, {
  auth: true,
})

// TS2740: missing the following properties from type 'Provider[]'
export const wrong = ElysiaAuth({ providers: {} })
