import {
  getSession,
  getSignInUrl,
  requireAuth,
  type Session,
  SolidAuth,
  type SolidAuthConfig,
  type SolidEvent,
} from 'latchkey/solid-start'
import { signIn, signOut } from 'latchkey/solid-start/client'
import { authConfig, chosenConfig, getEventSession } from './auth.js'

export const { GET, POST } = SolidAuth(authConfig)
export const lazy = SolidAuth(async ({ request }) => ({
  ...authConfig,
  prefix: new URL(request.url).pathname,
}))

export async function onRequest(event: SolidEvent & { locals: { session?: Session | null } }) {
  const session = (await getEventSession(event)) ?? (await getSession(event.request, authConfig))
  const role: string | undefined = session?.role
  event.locals.session = session
  // TS2339: Property 'rank' does not exist
  void session?.rank
  return role ?? getSignInUrl(event.request, authConfig, '/account')
}

export async function bill(event: SolidEvent) {
  const { session, response } = await requireAuth(event, chosenConfig, { maxAge: 600 })
  if (!session) return response.status
  return [session.role.length, session.authTime, session.methods?.length]
}

export async function plain(request: Request, config: SolidAuthConfig) {
  const session: Session | null = await getSession(request, config)
  return session?.expires
}

export async function enter(): Promise<string | undefined> {
  const { error } = await signIn('credentials', { redirect: false, basePath: '/login' })
  const { url } = await signOut({ redirect: false, basePath: '/login' })
  return error ?? url ?? undefined
}

// TS2740: missing the following properties from type 'Provider[]'
export const wrong = SolidAuth({ providers: {} })
