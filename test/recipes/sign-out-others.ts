import { createHash } from 'node:crypto'
import { SqlAdapter } from 'latchkey/adapters/sql'
import GitHub from 'latchkey/providers/github'
import type { AuthConfig } from 'latchkey/types'

export const adapter = SqlAdapter(process.env['DATABASE_URL'] ?? 'file:app.db')
const getSessionId = (token: string) => createHash('sha256').update(token).digest('hex')

export const config = {
  adapter,
  providers: [GitHub],
  callbacks: {
    session({ session: { expires, sessionToken }, user: { id, name } }) {
      return { expires, sessionId: getSessionId(sessionToken), user: { id, name } }
    },
  },
} satisfies AuthConfig

/** Lists where a user is signed in. The token of a session is a secret, so its hash is the id. */
export async function listSessions(userId: string) {
  const sessions = await adapter.listSessionsByUserId(userId)
  const active = sessions.filter(({ expires }) => expires > new Date())
  return active.map(({ sessionToken, expires }) => ({ id: getSessionId(sessionToken), expires }))
}

/** Ends the sessions of a user for which `isEnded` returns true. */
export async function endSessions(userId: string, isEnded: (sessionId: string) => boolean): Promise<void> {
  for (const { sessionToken } of await adapter.listSessionsByUserId(userId))
    if (isEnded(getSessionId(sessionToken))) await adapter.deleteSession(sessionToken)
}
