import type { Adapter } from '../../types/adapter.js'
import type { Database } from './database.js'

export function verificationMethods({ verificationTokens }: Database) {
  const find = verificationTokens.findBy('identifier', 'token')
  const use = verificationTokens.removeBy('identifier', 'token')

  return {
    createVerificationToken: token => verificationTokens.insert(token),
    getVerificationToken: ({ identifier, token }) => find(identifier, token),
    useVerificationToken: ({ identifier, token }) => use(identifier, token),
    useChallenge: challenge => verificationTokens.insertOnce(challenge),
  } satisfies Adapter
}
