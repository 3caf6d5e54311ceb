import { ReactRouterAuth, type ReactRouterAuthConfig, type Session } from 'latchkey/react-router'
import type { ActionFunctionArgs, LoaderFunctionArgs, MiddlewareFunction } from 'react-router'
import { authContext, authMiddleware, handleAuth, requireAuth, sessionContext } from './auth.server.js'

/** `react-router typegen` writes it for the flag in react-router.config.ts. */
declare module 'react-router' {
  interface Future {
    v8_middleware: true
  }
}

export const middleware: MiddlewareFunction<Response>[] = [
  authMiddleware,
  requireAuth({ acr: 'aal2', maxAge: 600 }),
]

export const authRoute = {
  loader: (args: LoaderFunctionArgs) => handleAuth(args),
  action: (args: ActionFunctionArgs) => handleAuth(args),
}

export async function loader({ context }: LoaderFunctionArgs) {
  const auth = context.get(authContext)
  const session = await auth.getSession()
  const role: string | undefined = session?.role
  // TS2339: Property 'rank' does not exist
  void session?.rank
  const required: string = (await auth.requireAuth({ maxAge: 600 })).role
  return { role, required, greeting: await auth.api.greeting.greet('Ada') }
}

export async function guardedLoader({ context }: LoaderFunctionArgs) {
  const role: string = context.get(sessionContext).role
  const { sessions, api } = context.get(authContext)
  // TS2345: Argument of type 'number' is not assignable to parameter of type 'string'
  await api.greeting.greet(1)
  // TS2339: Property 'other' does not exist
  void api.other
  return { role, sessions: await sessions.list() }
}

export async function action({ request, context }: ActionFunctionArgs): Promise<Response> {
  const fields = Object.fromEntries(await request.formData())
  return context.get(authContext).signIn({ provider: 'harbor', fields, redirectTo: '/' })
}

/** A configuration of its own type, and one per request. */
export function createLoader(config: ReactRouterAuthConfig) {
  const fixed = ReactRouterAuth(config)
  return async ({ context }: LoaderFunctionArgs) => {
    const session: Session | null = await context.get(fixed.authContext).getSession()
    return session?.expires ?? ''
  }
}

export const lazy = ReactRouterAuth(({ request }) => ({
  providers: [{ id: 'harbor', name: 'Harbor', type: 'oidc' as const, issuer: new URL(request.url).origin }],
  callbacks: { session: async ({ session }) => ({ ...session, role: 'admin' }) },
}))
export async function lazyLoader({ context }: LoaderFunctionArgs) {
  const role: string | undefined = (await context.get(lazy.authContext).getSession())?.role
  return { role }
}

// TS2740: missing the following properties from type 'Provider[]'
export const wrong = ReactRouterAuth({ providers: {} })
