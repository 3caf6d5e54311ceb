import type { Adapter } from '../../types/adapter.js'
import type { Database } from './database.js'

export function createAccountMethods({ accounts }: Database) {
  const findByKey = accounts.prepareFindBy('providerAccountId', 'provider')
  const removeByKey = accounts.prepareRemoveBy('providerAccountId', 'provider')

  return {
    linkAccount: account => accounts.insert(account),
    unlinkAccount: ({ provider, providerAccountId }) => removeByKey(providerAccountId, provider),
    updateAccount: account => accounts.update(account),
    getAccount: (providerAccountId, provider) => findByKey(providerAccountId, provider),
  } satisfies Adapter
}
