import type { Adapter, AdapterUser } from '../types/adapter.js'
import type { Plugin } from '../types/plugin.js'
import type { RecordStore } from '../types/record-store.js'
import type { WrappedAdapter } from '../types/wrapped-adapter.js'

interface EmailLookup {
  readonly adapter: WrappedAdapter
  readonly records: RecordStore
  readonly findOwners: readonly NonNullable<Plugin['findEmailOwner']>[]
}

/** Creates the lookup of a user by email that also finds the addresses that plugins store. Nothing if no plugin does. */
export function createEmailLookup(
  adapter: WrappedAdapter,
  records: RecordStore | null,
  plugins: readonly Plugin[],
): Pick<Adapter, 'getUserByEmail'> {
  const findOwners = plugins.flatMap(({ findEmailOwner }) => findEmailOwner ?? [])
  if (!records || findOwners.length === 0) return {}
  const lookup = { adapter, records, findOwners }
  return { getUserByEmail: email => findUserOfAnyEmail(lookup, email) }
}

/** The user of the adapter comes first. Each address costs as many statements, so that the time does not show which ones have an account. */
async function findUserOfAnyEmail(
  { adapter, records, findOwners }: EmailLookup,
  email: string,
): Promise<AdapterUser | null> {
  const [user, ...ownerIds] = await Promise.all([
    adapter.getUserByEmail(email),
    ...findOwners.map(findOwner => findOwner(records, email)),
  ])
  const ownerId = ownerIds.find(id => id !== null) ?? user?.id
  // An id that the database did not generate can be one that it rejects.
  const owner = await (ownerId === undefined ? adapter.getUserByEmail(email) : adapter.getUser(ownerId))
  return user ?? owner
}
