import {
  type Session,
  type TanStackStartArgs,
  TanStackStartAuth,
  type TanStackStartAuthConfig,
} from 'latchkey/tanstack-start'
import { authenticate, handlers, needsCsrfCheck } from './auth.server.js'

/** What request middleware of TanStack Start receives: `next` infers the context of all that follows. */
interface MiddlewareArgs extends TanStackStartArgs {
  next<Context>(options: { context: Context }): Promise<{ context: Context; response: Response }>
}

/** `createMiddleware().server(...)`. */
export const runMiddleware = (args: MiddlewareArgs) =>
  authenticate(args, auth => args.next({ context: { auth } }))

type Auth = Awaited<ReturnType<typeof runMiddleware>>['context']['auth']

/** The options of `createCsrfMiddleware` and of `createFileRoute('/login/$')`. */
export const csrf: { filter: (args: MiddlewareArgs) => Promise<boolean> } = { filter: needsCsrfCheck }
export const server: { handlers: Record<'GET' | 'POST', (args: MiddlewareArgs) => Promise<Response>> } = {
  handlers,
}

/** The handler of a server function. */
export async function readSession({ auth }: { auth: Auth }) {
  const session = await auth.getSession()
  const role: string | undefined = session?.role
  // TS2339: Property 'rank' does not exist
  void session?.rank
  return { role, greeting: await auth.api.greeting.greet('Ada') }
}

export async function requireRole({ auth }: { auth: Auth }) {
  const { role, acr } = await auth.requireAuth({ acr: 'aal2', maxAge: 600 })
  // TS2345: Argument of type 'number' is not assignable to parameter of type 'string'
  await auth.api.greeting.greet(1)
  // TS2339: Property 'other' does not exist
  void auth.api.other
  return { role: role satisfies string, acr, sessions: await auth.sessions.list() }
}

export const signIn = ({ auth }: { auth: Auth }): Promise<Response> =>
  auth.signIn({ provider: 'harbor', redirectTo: '/' })
export const signOut = ({ auth }: { auth: Auth }): Promise<Response> => auth.signOut()

/** A configuration of its own type, and one per request. */
export const createMiddleware = (config: TanStackStartAuthConfig) => (args: MiddlewareArgs) =>
  TanStackStartAuth(config).authenticate(args, async auth => {
    const session: Session | null = await auth.getSession()
    return { response: new Response(session?.expires ?? '') }
  })

export const lazy = TanStackStartAuth(({ request }) => ({
  providers: [{ id: 'harbor', name: 'Harbor', type: 'oidc' as const, issuer: new URL(request.url).origin }],
  callbacks: { session: async ({ session }) => ({ ...session, role: 'admin' }) },
}))
export const runLazy = (args: MiddlewareArgs) =>
  lazy.authenticate(args, async auth => {
    const role: string | undefined = (await auth.getSession())?.role
    return { response: new Response(role ?? '') }
  })

// TS2740: missing the following properties from type 'Provider[]'
export const wrong = TanStackStartAuth({ providers: {} })
