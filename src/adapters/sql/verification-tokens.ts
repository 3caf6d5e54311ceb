import type { Adapter } from '../../types/adapter.js'
import type { DatabaseTables } from './database.js'

export function createVerificationTokenMethods({ verificationTokens }: DatabaseTables) {
  const find = verificationTokens.prepareFindBy('identifier', 'token')
  const use = verificationTokens.prepareDeleteReturning('identifier', 'token')

  return {
    createVerificationToken: token => verificationTokens.insert(token),
    getVerificationToken: ({ identifier, token }) => find(identifier, token),
    useVerificationToken: ({ identifier, token }) => use(identifier, token),
    useChallenge: challenge => verificationTokens.insertIfAbsent(challenge),
  } satisfies Adapter
}
