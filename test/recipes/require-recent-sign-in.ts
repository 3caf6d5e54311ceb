import { createAuth, toRequestHead, toResponse } from 'latchkey/server'
import type { AuthConfig } from 'latchkey/types'

export const config: AuthConfig = {
  providers: [
    {
      id: 'credentials',
      name: 'Password',
      type: 'credentials',
      amr: ['pwd'],
      credentials: { email: { type: 'email' }, password: { type: 'password' } },
      authorize: ({ email, password }) => (password === 'correct' ? { id: '1', email: String(email) } : null),
    },
  ],
}

/** Deletes the project of a user who signed in, or confirmed who they are, in the last ten minutes. */
export async function deleteProject(request: Request): Promise<Response> {
  const head = toRequestHead(request)
  const { session, response } = await createAuth(config).requireAuth(head, { maxAge: 600 })
  if (!session) return toResponse(response)
  return Response.json({ deletedBy: session.user?.email })
}
