import {
  globalAction$,
  type RequestEvent,
  type RequestEventLoader,
  type RequestHandler,
  routeLoader$,
} from '@builder.io/qwik-city'
import { QwikCityAuth, type QwikCityAuthConfig, type Session } from 'latchkey/qwik-city'
import { getAuth, onRequest } from './auth.js'

/** `src/routes/plugin@auth.ts`. */
export const middleware: RequestHandler = onRequest

/** A layout. */
export const onGuard: RequestHandler = async ev => {
  await getAuth(ev).requireAuth()
}

export const useRole = routeLoader$(async ev => {
  const auth = getAuth(ev)
  const session = await auth.getSession()
  const role: string | undefined = session?.role
  // TS2339: Property 'rank' does not exist
  void session?.rank
  return { role, greeting: await auth.api.greeting.greet('Ada') }
})
export const readRole = (role: ReturnType<typeof useRole>): string | undefined => role.value.role

export const onGet: RequestHandler = async ev => {
  const { sessions, api, requireAuth } = getAuth(ev)
  const { role, acr } = await requireAuth({ acr: 'aal2', maxAge: 600 })
  // TS2345: Argument of type 'number' is not assignable to parameter of type 'string'
  await api.greeting.greet(1)
  // TS2339: Property 'other' does not exist
  void api.other
  ev.json(200, { role: role satisfies string, acr, sessions: await sessions.list() })
}

export const useSignIn = globalAction$(async ({ provider, ...fields }, ev) => {
  throw ev.redirect(303, await getAuth(ev).signIn({ provider: String(provider), fields, redirectTo: '/' }))
})
export const useSignOut = globalAction$(async (_, ev) => {
  throw ev.redirect(303, await getAuth(ev).signOut())
})

/** A configuration of its own type, and one per request. */
export function createLoader(config: QwikCityAuthConfig) {
  const fixed = QwikCityAuth(config)
  return async (ev: RequestEventLoader) => {
    const session: Session | null = await fixed.getAuth(ev).getSession()
    return session?.expires ?? ''
  }
}
export const lazy = QwikCityAuth(({ url }) => ({
  providers: [{ id: 'harbor', name: 'Harbor', type: 'oidc' as const, issuer: url.origin }],
  callbacks: { session: async ({ session }) => ({ ...session, role: 'admin' }) },
}))
export async function loadRole(ev: RequestEvent): Promise<string | undefined> {
  return (await lazy.getAuth(ev).getSession())?.role
}

// TS2740: missing the following properties from type 'Provider[]'
export const wrong = QwikCityAuth({ providers: {} })
