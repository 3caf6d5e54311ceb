import { recordsFor } from '../../src/testing/contract/records.js'

export const {
  later,
  user: aUser,
  account: anAccount,
  session: aSession,
  token: aToken,
  passkey: anAuthenticator,
} = recordsFor({})
