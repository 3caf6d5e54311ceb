import type { IncomingMessage } from 'node:http'
import {
  AngularAuth,
  type AngularAuthConfig,
  type AngularRequest,
  type AngularRequestAuth,
  type Session,
} from 'latchkey/angular/server'
import { handleAuth } from './auth.js'

/** `AngularNodeAppEngine` and `AngularAppEngine` of @angular/ssr. */
declare const nodeApp: { handle(request: IncomingMessage, context?: unknown): Promise<Response | null> }
declare const webApp: { handle(request: Request, context?: unknown): Promise<Response | null> }

export const respond = (req: IncomingMessage) => handleAuth(req, auth => nodeApp.handle(req, { auth }))
export const respondOnWeb = (request: Request) =>
  handleAuth(request, auth => webApp.handle(request, { auth }))

/** An endpoint beside the pages. */
export const respondWithRole = (request: AngularRequest) =>
  handleAuth(request, async auth => {
    const refusal: Response | null = await auth.requireAuth({ acr: 'aal2', maxAge: 600 })
    if (refusal) return refusal
    const session = await auth.getSession()
    const role: string | undefined = session?.role
    // TS2339: Property 'rank' does not exist
    void session?.rank
    // TS2345: Argument of type 'number' is not assignable to parameter of type 'string'
    await auth.api.greeting.greet(1)
    // TS2339: Property 'other' does not exist
    void auth.api.other
    const greeting = await auth.api.greeting.greet('Ada')
    return Response.json({ role, greeting, sessions: await auth.sessions.list() })
  })

export const signIn = (request: AngularRequest) =>
  handleAuth(request, auth => auth.signIn({ provider: 'harbor', redirectTo: '/' }))

/** A configuration of its own type, and one per request. */
export const createServer = (config: AngularAuthConfig) => (request: AngularRequest) =>
  AngularAuth(config).handleAuth(request, async (auth: AngularRequestAuth) => {
    const session: Session | null = await auth.getSession()
    return new Response(session?.expires ?? '')
  })

export const lazy = AngularAuth((request: AngularRequest) => ({
  providers: [{ id: request.url ?? 'harbor', name: 'Harbor', type: 'oidc' as const }],
  callbacks: { session: async ({ session }) => ({ ...session, role: 'admin' }) },
}))
export const respondLazily = (request: Request) =>
  lazy.handleAuth(request, async auth => {
    const role: string | undefined = (await auth.getSession())?.role
    return new Response(role ?? '')
  })

// TS2740: missing the following properties from type 'Provider[]'
export const wrong = AngularAuth({ providers: {} })
