import { RedisAdapter } from 'latchkey/adapters/redis'
import { expect, test } from 'vitest'
import { runConcurrently } from '../../../src/testing/contract/check.js'
import { anAccount, anAuthenticator, aSession, aToken, aUser, dateFromNow } from '../../contract/records.js'
import { startRedisSetup } from './redis-setup.js'

const { client, open } = await startRedisSetup()

test('a session that is deleted while it is extended stays deleted', async () => {
  const { adapter } = open()
  const user = await adapter.createUser(aUser())
  for (let round = 0; round < 50; round++) {
    const session = aSession(user.id)
    await adapter.createSession(session)
    await runConcurrently(9, i =>
      i === round % 9
        ? adapter.deleteSession(session.sessionToken)
        : adapter.updateSession({ sessionToken: session.sessionToken, expires: dateFromNow(7_200_000) }),
    )
    expect(await adapter.getSessionAndUser(session.sessionToken)).toBeNull()
    expect(await adapter.listSessionsByUserId(user.id)).toEqual([])
  }
})

test('concurrent sign-outs everywhere delete each session once, except the excluded one', async () => {
  const { adapter } = open()
  const [ada, bob] = [await adapter.createUser(aUser()), await adapter.createUser(aUser())]
  const sessions = Array.from({ length: 10 }, () => aSession(ada.id))
  const other = aSession(bob.id)
  for (const session of [...sessions, other]) await adapter.createSession(session)
  const except = sessions[3]?.sessionToken
  const { results } = await runConcurrently(4, () => adapter.deleteSessionsByUserId(ada.id, { except }))
  expect(results.reduce((total, count) => total + count, 0)).toBe(9)
  expect(await adapter.listSessionsByUserId(ada.id)).toEqual([sessions[3]])
  expect(await adapter.listSessionsByUserId(bob.id)).toEqual([other])
  expect(await adapter.deleteSessionsByUserId(ada.id)).toBe(1)
})

test('a session of another user with the same token is rejected and does not affect the original', async () => {
  const { adapter } = open()
  const [ada, bob] = [await adapter.createUser(aUser()), await adapter.createUser(aUser())]
  const session = aSession(ada.id)
  await adapter.createSession(session)
  await expect(adapter.createSession({ ...session, userId: bob.id })).rejects.toThrow('already exists')
  expect(await adapter.listSessionsByUserId(bob.id)).toEqual([])
  expect(await adapter.deleteSessionsByUserId(bob.id)).toBe(0)
  expect(await adapter.getSessionAndUser(session.sessionToken)).not.toBeNull()
})

test('one of 16 concurrent uses of a challenge succeeds', async () => {
  const { adapter } = open()
  const challenge = aToken()
  const { results } = await runConcurrently(16, () => adapter.useChallenge(challenge))
  expect(results.filter(Boolean)).toEqual([true])
})

test('a session of a user who is deleted before the session is stored is rejected and not kept', async () => {
  const { adapter, prefix } = open()
  const user = await adapter.createUser(aUser())
  let isDeleted = false
  const deletingClient = {
    async command(args: string[]) {
      if (args[0] !== 'HGETALL' && !isDeleted) {
        isDeleted = true
        await adapter.deleteUser(user.id)
      }
      return client.sendCommand(args)
    },
  }
  const session = aSession(user.id)
  await expect(RedisAdapter(deletingClient, { prefix }).createSession(session)).rejects.toThrow(
    'does not exist',
  )
  expect(isDeleted).toBe(true)
  expect(await adapter.listSessionsByUserId(user.id)).toEqual([])
  expect(await adapter.sessionStore.getSession(session.sessionToken)).toBeNull()
})

test('an account that is linked while its user is deleted is deleted or rejected', async () => {
  const { adapter, names } = open()
  for (let round = 0; round < 30; round++) {
    const user = await adapter.createUser(aUser())
    const passkey = anAuthenticator(user.id)
    await runConcurrently(8, i => {
      if (i === 4) return adapter.deleteUser(user.id)
      if (i === 6) return adapter.createAuthenticator(passkey)
      return adapter.linkAccount(anAccount(user.id))
    })
  }
  expect(await names()).toEqual([])
})

test('only one of several concurrent changes to the same email succeeds, and it frees the old email', async () => {
  const { adapter } = open()
  for (let round = 0; round < 20; round++) {
    const email = `wanted-${round}@example.com`
    const users = await Promise.all(Array.from({ length: 4 }, async () => adapter.createUser(aUser())))
    const { results, errors } = await runConcurrently(4, i =>
      adapter.updateUser({ id: users[i]?.id ?? '', email }),
    )
    expect([results.length, errors.length]).toEqual([1, 3])
    const winner = results[0]
    expect(await adapter.getUserByEmail(email)).toEqual(winner)
    const before = users.find(user => user.id === winner?.id)
    expect(await adapter.getUserByEmail(before?.email ?? '')).toBeNull()
  }
})

test('concurrent email changes of one user leave one email index entry', async () => {
  const { adapter, names } = open()
  const user = await adapter.createUser(aUser())
  await runConcurrently(6, i => adapter.updateUser({ id: user.id, email: `${i}@example.com`, name: `${i}` }))
  const { email } = (await adapter.getUser(user.id)) ?? user
  expect((await names()).filter(name => name.startsWith('email:'))).toEqual([`email:${email}`])
})

test('a user with a passkey is created atomically', async () => {
  const { adapter, names } = open()
  const [account, passkey] = [anAccount(''), anAuthenticator('')]
  const user = await adapter.createUserWithAccount(aUser(), account, passkey)
  const stored = { ...passkey, userId: user.id }
  expect(await adapter.getAuthenticator(passkey.credentialID)).toEqual(stored)
  expect(await adapter.listAuthenticatorsByUserId(user.id)).toEqual([stored])
  expect(await adapter.getUserByAccount(account)).toEqual(user)

  const before = (await names()).sort()
  await expect(adapter.createUserWithAccount(aUser(), anAccount(''), passkey)).rejects.toThrow(
    'This authenticator already exists.',
  )
  await expect(
    adapter.createUserWithAccount(aUser({ email: user.email }), anAccount(''), anAuthenticator('')),
  ).rejects.toThrow('Another user already has this email address.')
  expect((await names()).sort()).toEqual(before)
})

test('deleting a user deletes all their records', async () => {
  const { adapter, names } = open()
  const user = await adapter.createUserWithAccount(aUser(), anAccount(''), anAuthenticator(''))
  await adapter.linkAccount(anAccount(user.id))
  await adapter.createAuthenticator(anAuthenticator(user.id))
  await adapter.createSession(aSession(user.id))
  await adapter.updateUser({ id: user.id, email: 'moved@example.com' })
  await adapter.deleteUser(user.id)
  expect(await names()).toEqual([])
})

test('`updateAccount` does not change the user of an account', async () => {
  const { adapter } = open()
  const [ada, bob] = [await adapter.createUser(aUser()), await adapter.createUser(aUser())]
  const account = anAccount(ada.id)
  await adapter.linkAccount(account)
  await adapter.updateAccount({ ...account, userId: bob.id })
  expect(await adapter.getUserByAccount(account)).toEqual(ada)
})

test('scripts are loaded again after SCRIPT FLUSH', async () => {
  const { adapter } = open()
  const user = await adapter.createUser(aUser())
  await client.scriptFlush()
  await adapter.createSession(aSession(user.id))
  expect(await adapter.listSessionsByUserId(user.id)).toHaveLength(1)
})
