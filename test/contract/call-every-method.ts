import type { SqlAdapter } from 'latchkey/adapters/sql'
import { anAccount, anAuthenticator, aSession, aToken, aUser } from './records.js'

/** Calls every method with each combination of arguments, so that a test can inspect the SQL statements. */
export async function callEveryMethod(adapter: SqlAdapter): Promise<void> {
  const user = await adapter.createUser(aUser())
  const [account, session, token] = [anAccount(user.id), aSession(user.id), aToken()]
  const passkey = anAuthenticator(user.id)
  await adapter.createUserWithAccount(aUser(), anAccount(''))
  await adapter.getUser(user.id)
  await adapter.getUserByEmail(user.email)
  await adapter.listUsers({ after: user.id, limit: 2, search: 'ada' })
  await adapter.updateUser({ id: user.id, name: 'New' })
  await adapter.linkAccount(account)
  await adapter.getUserByAccount(account)
  await adapter.updateAccount(account)
  await adapter.getAccount(account.providerAccountId, account.provider)
  await adapter.listAccountsByUserId(user.id)
  await adapter.createSession(session)
  await adapter.getSessionAndUser(session.sessionToken)
  await adapter.updateSession(session)
  await adapter.deleteSession(session.sessionToken)
  await adapter.listSessionsByUserId(user.id)
  await adapter.deleteSessionsByUserId(user.id)
  await adapter.deleteSessionsByUserId(user.id, { except: session.sessionToken })
  await adapter.deleteExpired(new Date())
  await adapter.createVerificationToken(token)
  await adapter.getVerificationToken(token)
  await adapter.useVerificationToken(token)
  await adapter.useChallenge(token)
  await adapter.createAuthenticator(passkey)
  await adapter.getAuthenticator(passkey.credentialID)
  await adapter.listAuthenticatorsByUserId(user.id)
  await adapter.updateAuthenticatorCounter(passkey.credentialID, 1)
  await adapter.updateAuthenticator({ ...passkey, counter: 2 }, { ifCounter: 1 })
  await adapter.deleteAuthenticator(passkey.credentialID)
  await callEveryRecordMethod(adapter, user.id)
  await adapter.unlinkAccount(account)
  await adapter.deleteUser(user.id)
}

async function callEveryRecordMethod({ records }: SqlAdapter, userId: string): Promise<void> {
  const record = { kind: 'note', id: 'first', userId, value: 1, expires: null }
  await records.putRecord(record)
  await records.putRecord(record, { ifVersion: null })
  const { version = 0 } = (await records.getRecord('note', 'first')) ?? {}
  await records.getRecords?.([record, { kind: 'note', id: 'second' }])
  await records.putRecord(record, { ifVersion: version })
  await records.listRecords({ kind: 'note', userId, before: new Date(), limit: 5 })
  await records.incrementRecord('attempts', 'ada', 60_000)
  await records.deleteRecord('note', 'first', { ifVersion: version })
  await records.deleteRecord('note', 'first')
  await records.deleteRecordsByUserId(userId, 'note')
  await records.deleteRecordsByUserId(userId)
  await records.deleteExpiredRecords(new Date())
}
