import { recordsFor } from '../../src/testing/contract/records.js'

export const {
  later,
  user: aUser,
  userWithoutEmail: aUserWithoutEmail,
  account: anAccount,
  session: aSession,
  token: aToken,
  passkey: anAuthenticator,
} = recordsFor('milliseconds')
