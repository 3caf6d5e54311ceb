import type { SqlAdapter } from 'latchkey/adapters/sql'

/**
 * Who may come in with a password: everybody at example.com, with the password of the demonstration. A real app keeps a
 * hash for each user, and counts the tries.
 */
export async function authenticateUser(
  adapter: ReturnType<typeof SqlAdapter>,
  typed: string,
  password: string,
) {
  const email = typed.trim().toLowerCase()
  if (password !== 'latchkey-demo' || !/^[a-z0-9-]+@example\.com$/.test(email)) return null
  const known = await adapter.getUserByEmail(email)
  return (
    known ??
    adapter.createUser({ id: crypto.randomUUID(), name: toDisplayName(email), email, emailVerified: null })
  )
}

/** `ada@example.com` is Ada. */
function toDisplayName(email: string): string {
  const [local = ''] = email.split('@')
  return local.charAt(0).toUpperCase() + local.slice(1)
}
