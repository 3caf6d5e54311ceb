import { SqlAdapter } from 'latchkey/adapters/sql'
import GitHub from 'latchkey/providers/github'
import Google from 'latchkey/providers/google'
import type { AuthConfig } from 'latchkey/types'
import Database from 'libsql'

const database = new Database(process.env['DATABASE_FILE'] ?? 'app.db')
export const adapter = SqlAdapter(database)
export const config: AuthConfig = { adapter, providers: [GitHub, Google] }

interface LinkedAccount {
  provider: string
  providerAccountId: string
}

export function listAccounts(userId: string): LinkedAccount[] {
  const query = 'select provider, providerAccountId from accounts where userId = ?'
  return database.prepare(query).all(userId) as LinkedAccount[]
}

/** Unlinks an account of the signed-in user, unless the user could not sign in without it. */
export async function unlinkAccount(userId: string, provider: string): Promise<boolean> {
  const accounts = listAccounts(userId)
  const account = accounts.find(linked => linked.provider === provider)
  if (!account || accounts.length < 2) return false
  await adapter.unlinkAccount({ provider, providerAccountId: account.providerAccountId })
  return true
}
