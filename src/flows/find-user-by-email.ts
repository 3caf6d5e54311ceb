import { toLowerCaseEmail } from '../email/address.js'
import type { AdapterUser } from '../types/adapter.js'
import type { WrappedAdapter } from '../types/wrapped-adapter.js'

/**
 * Finds the user with an email address, and rejects a match by a lookalike. Many databases treat `á` and `a` as equal, so the owner of
 * `ada@exámple.com` would be signed in as `ada@example.com`. A match between two different addresses counts only if both are ASCII,
 * which allows adapters that look up alternative addresses of a user.
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
  const lowerCased = toLowerCaseEmail(email)
  return typeof lowerCased === 'string' ? lowerCased.normalize('NFKC').toLowerCase().trim() : email
}

function isAscii(text: string): boolean {
  return /^[\0-\x7f]*$/.test(text)
}
