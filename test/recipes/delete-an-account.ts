import { SqlAdapter } from 'latchkey/adapters/sql'
import GitHub from 'latchkey/providers/github'
import { type AuthConfig, createAuth, originUnchecked, serializeCookie, toRequestHead } from 'latchkey/server'

export const adapter = SqlAdapter(process.env['DATABASE_URL'] ?? 'file:app.db')
export const config: AuthConfig = { adapter, providers: [GitHub] }

/** Handles `POST /account/delete`. */
export async function deleteAccount(request: Request): Promise<Response> {
  const auth = createAuth(config)
  const head = toRequestHead(request)
  const session = await auth.getSession(head)
  const signedOut = await auth.signOut(head, { originCheck: originUnchecked, redirectTo: '/' })
  if (!session?.user?.id || signedOut.error) return new Response('Sign in first.', { status: 401 })
  await adapter.deleteUser(session.user.id) // with the accounts, sessions and passkeys
  const response = new Response(null, { status: 303, headers: { location: signedOut.redirect } })
  for (const cookie of signedOut.cookies) response.headers.append('set-cookie', serializeCookie(cookie))
  return response
}
