import type { Adapter } from '../../types/adapter.js'
import type { DatabaseTables } from './database.js'

export function createAccountMethods({ accounts }: DatabaseTables) {
  const findByKey = accounts.prepareFindBy('providerAccountId', 'provider')
  const listByUser = accounts.prepareListBy('userId')
  const removeByKey = accounts.prepareDeleteReturning('providerAccountId', 'provider')

  return {
    linkAccount: account => accounts.insert(account),
    unlinkAccount: ({ provider, providerAccountId }) => removeByKey(providerAccountId, provider),
    listAccountsByUserId: userId => listByUser(userId),
    updateAccount: account => accounts.update(account),
    getAccount: (providerAccountId, provider) => findByKey(providerAccountId, provider),
  } satisfies Adapter
}
