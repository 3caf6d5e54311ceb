import type { AdapterUser } from '../types/adapter.js'
import type { Store } from '../types/context.js'

/**
 * The user who has an address. Many databases take `á` for `a` when they compare: whoever proves `ada@exámple.com` would
 * be let in as the owner of `ada@example.com`. An app whose look-up knows further addresses of a user may go on doing so,
 * as long as both are written in ASCII, where no two look alike to a database but by their case.
 */
export async function userWithAddress(store: Store, address: string): Promise<AdapterUser | null> {
  const found = await store.getUserByEmail(address)
  return found && !isLookalike(found.email ?? '', address) ? found : null
}

function isLookalike(stored: string, asked: string): boolean {
  const [one, other] = [normal(stored), normal(asked)]
  return one !== other && !isAscii(one + other)
}

function normal(address: string): string {
  return address.normalize('NFKC').toLowerCase().trim()
}

function isAscii(text: string): boolean {
  return /^[\0-\x7f]*$/.test(text)
}
