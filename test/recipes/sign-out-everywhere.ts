import { SqlAdapter } from 'latchkey/adapters/sql'
import GitHub from 'latchkey/providers/github'
import { createAuth, originUnchecked, serializeCookie, toRequestHead, toResponse } from 'latchkey/server'
import type { AuthConfig } from 'latchkey/types'

export const config: AuthConfig = {
  adapter: SqlAdapter(process.env['DATABASE_URL'] ?? 'file:app.db'),
  session: { strategy: 'jwt' },
  providers: [GitHub],
  revocation: { maxStale: 30 },
}

/** Ends all sessions of the user, in this browser and in all others. */
export async function signOutEverywhere(request: Request): Promise<Response> {
  const auth = createAuth(config)
  const head = toRequestHead(request)
  const { session, response } = await auth.requireAuth(head, { maxAge: 600 })
  if (!session) return toResponse(response)
  const { cookies } = await auth.sessions.endAll(head, { originCheck: originUnchecked })
  const headers = new Headers({ location: '/' })
  for (const cookie of cookies) headers.append('set-cookie', serializeCookie(cookie))
  return new Response(null, { status: 303, headers })
}

/** Ends all sessions of a user, for an administrator or after a change of the password. */
export async function endSessionsOfUser(userId: string): Promise<void> {
  await createAuth(config).sessions.endAllOfUser(userId)
}
