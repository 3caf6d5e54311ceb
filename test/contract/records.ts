import { createRecordBuilder } from '../../src/testing/contract/record-builder.js'

export const {
  dateFromNow,
  user: aUser,
  account: anAccount,
  session: aSession,
  token: aToken,
  passkey: anAuthenticator,
} = createRecordBuilder({})
