import Database from 'libsql'
import { expect, it, vi } from 'vitest'
import { anAccount, anAuthenticator, aSession, aToken, aUser } from '../../../contract/records.js'
import { aFile, beside, open } from './support.js'

it('no statement reads a whole table', async () => {
  const file = await aFile()
  const adapter = open(file)
  await adapter.getUser('')
  const prepare = vi.spyOn(Database.prototype, 'prepare')

  const user = await adapter.createUser(aUser())
  const [account, session, token] = [anAccount(user.id), aSession(user.id), aToken()]
  const passkey = anAuthenticator(user.id)
  await adapter.getUserByEmail(user.email)
  await adapter.updateUser({ id: user.id, name: 'New' })
  await adapter.linkAccount(account)
  await adapter.getUserByAccount(account)
  await adapter.getAccount(account.providerAccountId, account.provider)
  await adapter.createSession(session)
  await adapter.getSessionAndUser(session.sessionToken)
  await adapter.updateSession(session)
  await adapter.deleteSession(session.sessionToken)
  await adapter.listSessionsByUserId(user.id)
  await adapter.deleteSessionsByUserId(user.id)
  await adapter.deleteSessionsByUserId(user.id, { except: session.sessionToken })
  await adapter.deleteExpired(new Date())
  await adapter.createVerificationToken(token)
  await adapter.useVerificationToken(token)
  await adapter.useChallenge(token)
  await adapter.createAuthenticator(passkey)
  await adapter.getAuthenticator(passkey.credentialID)
  await adapter.listAuthenticatorsByUserId(user.id)
  await adapter.updateAuthenticatorCounter(passkey.credentialID, 1)
  await adapter.unlinkAccount(account)
  await adapter.deleteUser(user.id)

  const statements = prepare.mock.calls.map(([sql]) => sql)
  prepare.mockRestore()
  expect(statements.length).toBeGreaterThan(15)
  const { rows } = beside(file)
  for (const sql of statements)
    expect(JSON.stringify(rows(`explain query plan ${sql}`)), sql).not.toContain('SCAN')
  for (const child of ['accounts', 'sessions', 'authenticators'])
    expect(JSON.stringify(rows(`explain query plan select 1 from ${child} where userId = ''`))).not.toContain(
      'SCAN',
    )
})

it('a statement is prepared once, however often it is asked', async () => {
  const adapter = open(await aFile())
  await adapter.getUser('')
  const prepare = vi.spyOn(Database.prototype, 'prepare')
  for (let i = 0; i < 100; i++) await adapter.getSessionAndUser(String(i))
  expect(prepare).toHaveBeenCalledTimes(1)
  prepare.mockRestore()
})
