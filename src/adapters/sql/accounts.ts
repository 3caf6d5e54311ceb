import type { Adapter, AdapterAccount } from '../../types/adapter.js'
import type { Database } from './database.js'

export function accountMethods({ accounts }: Database) {
  const byKey = accounts.findBy('providerAccountId', 'provider')
  const remove = accounts.removeBy('providerAccountId', 'provider')

  return {
    linkAccount: async account => given(await accounts.insert(account)),
    unlinkAccount: async ({ provider, providerAccountId }) =>
      given(await remove(providerAccountId, provider)),
    getAccount: async (providerAccountId, provider) => given(await byKey(providerAccountId, provider)),
  } satisfies Adapter
}

/** A token that was not given is absent from an account, not null. */
function given<A extends AdapterAccount | null>(account: A): A {
  if (account === null) return account
  const entries = Object.entries(account).filter(([, value]) => value !== null)
  return Object.fromEntries(entries) as A
}
