import { FetchAuth, type FetchAuthConfig, type Session } from 'latchkey/fetch'
import { withAuth } from './auth.js'

interface Env {
  readonly AUTH_SECRET: string
}

export default {
  fetch: withAuth(async (request: Request, auth, env: Env) => {
    const session = await auth.getSession()
    const role: string | undefined = session?.role
    // TS2339: Property 'rank' does not exist
    void session?.rank
    const { pathname } = new URL(request.url)
    if (pathname === '/account') {
      const { user, role: guarded } = await auth.requireAuth({ acr: 'aal2', maxAge: 600 })
      return new Response(`${user?.name} ${guarded satisfies string} ${env.AUTH_SECRET.length}`)
    }
    if (pathname === '/sign-in') return auth.signIn({ provider: 'harbor', redirectTo: '/' })
    if (pathname === '/sign-out') return auth.signOut()
    // TS2345: Argument of type 'number' is not assignable to parameter of type 'string'
    await auth.api.greeting.greet(1)
    // TS2339: Property 'other' does not exist
    void auth.api.other
    return Response.json({
      role,
      greeting: await auth.api.greeting.greet('Ada'),
      sessions: await auth.sessions.list(),
    })
  }),
}

const ignoresPlatform = withAuth(async () => new Response())

/** What the platform passes is passed on, also to a handler that does not use it. */
export const wrapped = (request: Request, server: { requestIP(request: Request): unknown }) =>
  ignoresPlatform(request, server)

/** A configuration of its own type, and one per request. */
export const createHandler = (config: FetchAuthConfig) =>
  FetchAuth(config).withAuth(async (_, auth) => {
    const session: Session | null = await auth.getSession()
    return new Response(session?.expires ?? '')
  })

export const lazy = FetchAuth((_: Request, env: Env) => ({
  providers: [],
  secret: env.AUTH_SECRET,
  callbacks: { session: async ({ session }) => ({ ...session, role: 'admin' }) },
})).withAuth(async (_, auth, env) => {
  const role: string | undefined = (await auth.getSession())?.role
  return new Response(`${role} ${env.AUTH_SECRET}`)
})

const needsEnv = FetchAuth((_: Request, env: Env) => ({ providers: [], secret: env.AUTH_SECRET })).withAuth(
  async () => new Response(),
)
// TS2554: Expected 2 arguments, but got 1
export const lacksEnv = (request: Request) => needsEnv(request)

// TS2740: missing the following properties from type 'Provider[]'
export const wrong = FetchAuth({ providers: {} })
