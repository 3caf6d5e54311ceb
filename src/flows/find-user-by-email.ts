import type { AdapterUser } from '../types/adapter.js'
import type { WrappedAdapter } from '../types/context.js'

/**
 * The user who has an address. Many databases take `á` for `a` when they compare: whoever proves `ada@exámple.com` would
 * be let in as the owner of `ada@example.com`. An app whose look-up knows further addresses of a user may go on doing so,
 * as long as both are written in ASCII, where no two look alike to a database but by their case.
 */
export async function findUserByEmail(adapter: WrappedAdapter, email: string): Promise<AdapterUser | null> {
  const user = await adapter.getUserByEmail(email)
  return user && !isLookalike(user.email ?? '', email) ? user : null
}

function isLookalike(stored: string, requested: string): boolean {
  const [one, other] = [normalizeForComparison(stored), normalizeForComparison(requested)]
  return one !== other && !isAscii(one + other)
}

function normalizeForComparison(email: string): string {
  return email.normalize('NFKC').toLowerCase().trim()
}

function isAscii(text: string): boolean {
  return /^[\0-\x7f]*$/.test(text)
}
