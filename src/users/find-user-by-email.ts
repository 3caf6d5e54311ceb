import { toLowerCaseEmail } from '../email/address.js'
import { listEmailSpellings, toAsciiEmail } from '../email/domain-spellings.js'
import type { AdapterUser } from '../types/adapter.js'
import type { WrappedAdapter } from '../types/wrapped-adapter.js'

/**
 * Finds the user with an email address, and rejects a match by a lookalike. Many databases treat `á` and `a` as equal, so the owner of
 * `ada@exámple.com` would be signed in as `ada@example.com`. A match between two different addresses counts only if both are ASCII,
 * which allows adapters that look up alternative addresses of a user.
 *
 * The two forms of an internationalized domain are one address. The user with the given form comes first.
 */
export async function findUserByEmail(adapter: WrappedAdapter, email: string): Promise<AdapterUser | null> {
  // Both lookups start at the same time, so that the time does not tell whether the first one found a user.
  const users = await Promise.all(
    listEmailSpellings(email).map(async spelling => {
      const user = await adapter.getUserByEmail(spelling)
      return user && !isLookalike(user.email ?? '', spelling) ? user : null
    }),
  )
  return users.find(user => user !== null) ?? null
}

function isLookalike(stored: string, requested: string): boolean {
  const [one, other] = [normalizeForComparison(stored), normalizeForComparison(requested)]
  return toAsciiEmail(one) !== toAsciiEmail(other) && !isAscii(one + other)
}

function normalizeForComparison(email: string): string {
  const lowerCased = toLowerCaseEmail(email)
  return typeof lowerCased === 'string' ? lowerCased.normalize('NFKC').toLowerCase().trim() : email
}

function isAscii(text: string): boolean {
  return /^[\0-\x7f]*$/.test(text)
}
