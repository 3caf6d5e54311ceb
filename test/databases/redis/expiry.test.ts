import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { aSession, aToken, aUser } from '../../contract/records.js'
import { startRedisSetup } from './redis-setup.js'

const { client, open } = await startRedisSetup()

const getNearExpiry = () => new Date(Date.now() + 150)

test('the server deletes expired records, including the index of sessions', async () => {
  const { adapter, names } = open()
  await adapter.sessionStore.createSession(aSession('ada', { expires: getNearExpiry() }))
  await adapter.createVerificationToken(aToken({ expires: getNearExpiry() }))
  await adapter.useChallenge(aToken({ expires: getNearExpiry() }))
  await adapter.countAttempt('ada', 150)
  expect(await names()).toHaveLength(5)
  await sleep(250)
  expect(await names()).toEqual([])
})

test('records expire on the server at their exact time', async () => {
  const { adapter, names, prefix } = open()
  const expires = new Date(Date.now() + 3_600_000)
  await adapter.sessionStore.createSession(aSession('ada', { expires }))
  await adapter.createVerificationToken(aToken({ expires }))
  const ends = await Promise.all((await names()).map(name => client.pExpireTime(`${prefix}:${name}`)))
  expect(ends).toEqual([expires.getTime(), expires.getTime(), expires.getTime()])
})

test('`resetsAt` of a counter is its expiry on the server and does not change', async () => {
  const { adapter, prefix } = open()
  const { resetsAt } = await adapter.countAttempt('ada', 3_600_000)
  const end = await client.pExpireTime(`${prefix}:attempts:ada`)
  expect(resetsAt.getTime()).toBe(end)
  await adapter.countAttempt('ada', 7_200_000)
  expect(await client.pExpireTime(`${prefix}:attempts:ada`)).toBe(end)
})

test('extending a session also extends the index of sessions', async () => {
  const { adapter } = open()
  const user = await adapter.createUser(aUser())
  const session = aSession(user.id, { expires: getNearExpiry() })
  await adapter.createSession(session)
  const expires = new Date(Date.now() + 3_600_000)
  await adapter.updateSession({ sessionToken: session.sessionToken, expires })
  await sleep(250)
  expect(await adapter.listSessionsByUserId(user.id)).toEqual([{ ...session, expires }])
})

test('a session that is shortened expires at the new time', async () => {
  const { adapter } = open()
  const user = await adapter.createUser(aUser())
  const session = aSession(user.id)
  await adapter.createSession(session)
  await adapter.updateSession({ sessionToken: session.sessionToken, expires: getNearExpiry() })
  await sleep(250)
  expect(await adapter.getSessionAndUser(session.sessionToken)).toBeNull()
  expect(await adapter.listSessionsByUserId(user.id)).toEqual([])
})

test('the index of sessions does not contain expired sessions', async () => {
  const { adapter, prefix } = open()
  const { sessionStore } = adapter
  for (let day = 0; day < 20; day++)
    await sessionStore.createSession(aSession('ada', { expires: getNearExpiry() }))
  await sleep(250)
  await sessionStore.createSession(aSession('ada'))
  expect(await client.zCard(`${prefix}:sessions-of:ada`)).toBe(1)
})

test('a rejected session with a duplicate token does not change the index of sessions', async () => {
  const { adapter } = open()
  const { sessionStore } = adapter
  const [first, later] = [aSession('ada'), aSession('ada')]
  await sessionStore.createSession(first)
  await expect(sessionStore.createSession({ ...first, expires: getNearExpiry() })).rejects.toThrow(
    'already exists',
  )
  await sleep(250)
  await sessionStore.createSession(later)
  expect(await adapter.deleteSessionsByUserId('ada')).toBe(2)
})
