import { SqlAdapter } from 'latchkey/adapters/sql'
import GitHub from 'latchkey/providers/github'
import type { AuthConfig } from 'latchkey/types'

export const adapter = SqlAdapter(process.env['DATABASE_URL'] ?? 'file:app.db')

export const config: AuthConfig = {
  adapter,
  providers: [GitHub],
  callbacks: {
    async signIn({ existingUser }) {
      return !existingUser || !(await isBanned(existingUser.id))
    },
  },
}

/** Denies further sign-ins, then ends all sessions. */
export async function banUser(userId: string, reason: string): Promise<void> {
  const record = { kind: 'ban', id: userId, userId, value: { reason }, expires: null }
  await adapter.records.putRecord(record)
  await adapter.deleteSessionsByUserId(userId)
}

async function isBanned(userId: string): Promise<boolean> {
  return (await adapter.records.getRecord('ban', userId)) !== null
}
