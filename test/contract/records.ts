import { createFixtureBuilder } from '../../src/testing/contract/fixture-builder.js'

export const {
  dateFromNow,
  user: aUser,
  account: anAccount,
  session: aSession,
  token: aToken,
  passkey: anAuthenticator,
} = createFixtureBuilder({})
