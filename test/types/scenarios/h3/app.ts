import { H3Auth, type H3AuthConfig, type H3Event, type InferH3Context } from 'latchkey/h3'
import type { h3Auth } from './auth.js'

type Event = H3Event & { readonly context: InferH3Context<typeof h3Auth> }

export async function showAccount({ context: { auth } }: Event) {
  const session = await auth.getSession()
  const role: string | undefined = session?.role
  // TS2339: Property 'rank' does not exist
  void session?.rank
  const required: string = (await auth.requireAuth({ acr: 'aal2', maxAge: 600 })).role
  const greeting: string = await auth.api.greeting.greet('Ada')
  // TS2345: Argument of type 'number' is not assignable to parameter of type 'string'
  await auth.api.greeting.greet(1)
  // TS2339: Property 'other' does not exist
  void auth.api.other
  return [role, required, greeting, await auth.sessions.list()]
}

/** A configuration of its own type, and one per event. */
export const createAuth = (config: H3AuthConfig) => H3Auth(config).auth

export const lazy = H3Auth((event: H3Event & { readonly context: { readonly tenant: string } }) => ({
  providers: [{ id: event.context.tenant, name: 'Harbor', type: 'oidc' as const }],
  callbacks: { session: async ({ session }) => ({ ...session, role: 'admin' }) },
}))
export type LazySession = Awaited<ReturnType<InferH3Context<typeof lazy>['auth']['getSession']>>
export const getRole = (session: LazySession): string | undefined => session?.role

// TS2740: missing the following properties from type 'Provider[]'
export const wrong = H3Auth({ providers: {} })
