import type { SqlAdapter } from 'latchkey/adapters/sql'

/**
 * Authenticates every email at example.com with the demo password. A real app stores a password hash for each user and
 * limits the number of attempts.
 */
export async function authenticateUser(
  adapter: ReturnType<typeof SqlAdapter>,
  input: string,
  password: string,
) {
  const email = input.trim().toLowerCase()
  if (password !== 'latchkey-demo' || !/^[a-z0-9-]+@example\.com$/.test(email)) return null
  const existing = await adapter.getUserByEmail(email)
  return (
    existing ??
    adapter.createUser({ id: crypto.randomUUID(), name: toDisplayName(email), email, emailVerified: null })
  )
}

/** Returns the display name: `Ada` for `ada@example.com`. */
function toDisplayName(email: string): string {
  const [local = ''] = email.split('@')
  return local.charAt(0).toUpperCase() + local.slice(1)
}
