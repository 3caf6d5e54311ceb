import type { Adapter } from '../../types/adapter.js'
import type { Database } from './database.js'

export function accountMethods({ accounts }: Database) {
  const byKey = accounts.findBy('providerAccountId', 'provider')
  const remove = accounts.removeBy('providerAccountId', 'provider')

  return {
    linkAccount: account => accounts.insert(account),
    unlinkAccount: ({ provider, providerAccountId }) => remove(providerAccountId, provider),
    updateAccount: account => accounts.update(account),
    getAccount: (providerAccountId, provider) => byKey(providerAccountId, provider),
  } satisfies Adapter
}
