import { QwikCityAuth, type QwikCityAuthConfig, type QwikCityEvent, type Session } from 'latchkey/qwik-city'
import { getAuth, onRequest } from './auth.js'

/** What loaders, actions and endpoints of Qwik City receive. */
interface RequestEvent extends QwikCityEvent {
  readonly method: string
  json(status: number, data: unknown): Error
}

/** `src/routes/plugin@auth.ts`. */
export const middleware: (event: RequestEvent) => Promise<void> = onRequest

export async function loadSession(event: RequestEvent) {
  const auth = getAuth(event)
  const session = await auth.getSession()
  const role: string | undefined = session?.role
  // TS2339: Property 'rank' does not exist
  void session?.rank
  return { role, greeting: await auth.api.greeting.greet('Ada') }
}

export async function onGet(event: RequestEvent) {
  const { sessions, api, requireAuth } = getAuth(event)
  const { role, acr } = await requireAuth({ acr: 'aal2', maxAge: 600 })
  // TS2345: Argument of type 'number' is not assignable to parameter of type 'string'
  await api.greeting.greet(1)
  // TS2339: Property 'other' does not exist
  void api.other
  throw event.json(200, { role: role satisfies string, acr, sessions: await sessions.list() })
}

/** Actions redirect to these URLs. */
export const signIn = (event: RequestEvent): Promise<string> =>
  getAuth(event).signIn({ provider: 'harbor', redirectTo: '/' })
export const signOut = (event: RequestEvent): Promise<string> => getAuth(event).signOut()

/** A configuration of its own type, and one per request. */
export function createLoader(config: QwikCityAuthConfig) {
  const fixed = QwikCityAuth(config)
  return async (event: RequestEvent) => {
    const session: Session | null = await fixed.getAuth(event).getSession()
    return session?.expires ?? ''
  }
}
export const lazy = QwikCityAuth(({ url }) => ({
  providers: [{ id: 'harbor', name: 'Harbor', type: 'oidc' as const, issuer: url.origin }],
  callbacks: { session: async ({ session }) => ({ ...session, role: 'admin' }) },
}))
export async function loadRole(event: RequestEvent): Promise<string | undefined> {
  return (await lazy.getAuth(event).getSession())?.role
}

// TS2740: missing the following properties from type 'Provider[]'
export const wrong = QwikCityAuth({ providers: {} })
