import { SqlAdapter } from 'latchkey/adapters/sql'
import GitHub from 'latchkey/providers/github'
import Google from 'latchkey/providers/google'
import type { AuthConfig } from 'latchkey/types'

export const adapter = SqlAdapter(process.env['DATABASE_URL'] ?? 'file:app.db')
export const config: AuthConfig = { adapter, providers: [GitHub, Google] }

/** Returns the linked accounts without their tokens. */
export async function listAccounts(userId: string) {
  const accounts = await adapter.listAccountsByUserId(userId)
  return accounts.map(({ provider, providerAccountId }) => ({ provider, providerAccountId }))
}

/** Unlinks an account of the signed-in user, unless the user could not sign in without it. */
export async function unlinkAccount(userId: string, provider: string): Promise<boolean> {
  const accounts = await listAccounts(userId)
  const account = accounts.find(linked => linked.provider === provider)
  if (!account || accounts.length < 2) return false
  await adapter.unlinkAccount(account)
  return true
}
