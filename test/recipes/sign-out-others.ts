import { SqlAdapter } from 'latchkey/adapters/sql'

export const adapter = SqlAdapter(process.env['DATABASE_URL'] ?? 'file:app.db')

/** Lists where a user is signed in. Never show the token: it is the content of the cookie. */
export async function listSessions(userId: string, currentToken: string) {
  const sessions = await adapter.listSessionsByUserId(userId)
  return sessions
    .filter(({ expires }) => expires > new Date())
    .map(({ expires, sessionToken }) => ({ expires, isCurrent: sessionToken === currentToken }))
}

/** Ends all other sessions. @returns how many there were */
export async function signOutOthers(userId: string, currentToken: string): Promise<number> {
  return adapter.deleteSessionsByUserId(userId, { except: currentToken })
}
