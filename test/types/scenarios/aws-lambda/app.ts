import { LambdaAuth, type LambdaAuthConfig, type LambdaEventV2, type Session } from 'latchkey/aws-lambda'
import { withAuth, withStreamingAuth } from './auth.js'

export const handler = withAuth(async (event: LambdaEventV2, auth) => {
  const session = await auth.getSession()
  const role: string | undefined = session?.role
  // TS2339: Property 'rank' does not exist
  void session?.rank
  if (event.rawPath === '/account') {
    const { user, role: guarded } = await auth.requireAuth({ acr: 'aal2', maxAge: 600 })
    return { statusCode: 200, body: `${user?.name} ${guarded satisfies string}` }
  }
  if (event.rawPath === '/sign-in') return auth.signIn({ provider: 'harbor', redirectTo: '/' })
  if (event.rawPath === '/sign-out') return auth.signOut()
  // TS2345: Argument of type 'number' is not assignable to parameter of type 'string'
  await auth.api.greeting.greet(1)
  // TS2339: Property 'other' does not exist
  void auth.api.other
  return { role, greeting: await auth.api.greeting.greet('Ada'), sessions: await auth.sessions.list() }
})

export const stream = withStreamingAuth(async (_, auth) => {
  async function* createBody(name: string) {
    yield name
  }
  return { statusCode: 200, body: createBody((await auth.requireAuth()).role) }
})

/** A configuration of its own type, and one per request. */
export const createHandler = (config: LambdaAuthConfig) =>
  LambdaAuth(config).withAuth(async (_, auth) => {
    const session: Session | null = await auth.getSession()
    return session?.expires ?? ''
  })

export const lazy = LambdaAuth(event => ({
  providers: [],
  basePath: `/${event.requestContext.stage}/auth`,
  callbacks: { session: async ({ session }) => ({ ...session, role: 'admin' }) },
})).withAuth(async (_, auth) => {
  const role: string | undefined = (await auth.getSession())?.role
  return { role }
})

// TS2740: missing the following properties from type 'Provider[]'
export const wrong = LambdaAuth({ providers: {} })
