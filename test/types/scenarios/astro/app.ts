import type { APIContext, APIRoute, AstroIntegration, MiddlewareHandler } from 'astro'
import latchkey, { AstroAuth, type AstroAuthConfig, type Session } from 'latchkey/astro'
import { ALL, onRequest } from './auth.js'

export const integration: AstroIntegration = latchkey({ basePath: '/login', originCheck: 'astro' })
// TS2322: Type '"off"' is not assignable
export const wrongCheck = latchkey({ originCheck: 'off' })

export const middleware: MiddlewareHandler = onRequest
export const route: APIRoute = ALL

export async function readRole({ locals }: APIContext): Promise<string | undefined> {
  const session = await locals.auth.getSession()
  // TS2339: Property 'rank' does not exist
  void session?.rank
  return session?.role
}

export async function showAccount({ locals }: APIContext): Promise<Response> {
  const { session, response } = await locals.auth.requireAuth({ acr: 'aal2', maxAge: 600 })
  if (response) return response
  const role: string = session.role
  return Response.json({ role, name: session.user?.name })
}

export const signIn: APIRoute = async ({ request, locals }) =>
  locals.auth.signIn({
    provider: 'harbor',
    fields: Object.fromEntries(await request.formData()),
    redirectTo: '/',
  })
export const signOut: APIRoute = ({ locals }) => locals.auth.signOut()

export async function listSessions({ locals }: APIContext) {
  const { sessions, api } = locals.auth
  // TS2345: Argument of type 'number' is not assignable to parameter of type 'string'
  await api.greeting.greet(1)
  // TS2339: Property 'other' does not exist
  void api.other
  return sessions.list()
}

/** A configuration of its own type, and one per request. */
export function createMiddleware(config: AstroAuthConfig): MiddlewareHandler {
  return AstroAuth(config).onRequest
}
export const lazy = AstroAuth(({ url }) => ({
  providers: [{ id: 'harbor', name: 'Harbor', type: 'oidc' as const, issuer: `https://${url.hostname}` }],
  callbacks: { session: async ({ session }: { session: Session }) => ({ ...session, role: 'admin' }) },
}))
export const lazyMiddleware: MiddlewareHandler = lazy.onRequest

// TS2740: missing the following properties from type 'Provider[]'
export const wrong = AstroAuth({ providers: {} })
