import { AdapterError } from '../../errors.js'
import type { Adapter } from '../../types/adapter.js'
import type { DatabaseTables } from './database.js'

export function createAuthenticatorMethods({ authenticators }: DatabaseTables) {
  const findById = authenticators.prepareFindBy('credentialID')
  const listByUser = authenticators.prepareListBy('userId')
  const removeById = authenticators.prepareDeleteReturning('credentialID')

  return {
    createAuthenticator: authenticator => authenticators.insert(authenticator),
    getAuthenticator: credentialID => findById(credentialID),
    listAuthenticatorsByUserId: userId => listByUser(userId),
    async updateAuthenticatorCounter(credentialID, counter) {
      const updated = await authenticators.update({ credentialID, counter })
      if (!updated)
        throw new AdapterError(`The authenticator ${JSON.stringify(credentialID)} does not exist.`)
      return updated
    },
    updateAuthenticator: ({ credentialID, counter, credentialBackedUp }, { ifCounter }) =>
      authenticators.update({ credentialID, counter, credentialBackedUp }, { counter: ifCounter }),
    deleteAuthenticator: credentialID => removeById(credentialID),
  } satisfies Adapter
}
