import { AdapterError } from '../../errors.js'
import type { Adapter } from '../../types/adapter.js'
import type { Database } from './database.js'

export function authenticatorMethods({ authenticators }: Database) {
  const byId = authenticators.findBy('credentialID')
  const byUser = authenticators.listBy('userId')

  return {
    createAuthenticator: authenticator => authenticators.insert(authenticator),
    getAuthenticator: credentialID => byId(credentialID),
    listAuthenticatorsByUserId: userId => byUser(userId),
    async updateAuthenticatorCounter(credentialID, counter) {
      const updated = await authenticators.update({ credentialID, counter })
      if (!updated) throw new AdapterError('There is no such authenticator.')
      return updated
    },
  } satisfies Adapter
}
