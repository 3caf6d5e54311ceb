import { expect, it } from 'vitest'
import { aSession, aUser } from '../../../contract/records.js'
import { createFilePath, open, openSecondConnection } from './support.js'

it('many expired sessions are deleted in batches, and other calls run in between', async () => {
  const file = await createFilePath()
  const adapter = open(file)
  const user = await adapter.createUser(aUser())
  const alive = await adapter.createSession(aSession(user.id))
  const database = openSecondConnection(file)
  database.exec(`
    with recursive n(i) as (select 1 union all select i + 1 from n where i < 5000)
    insert into sessions (sessionToken, userId, expires) select 'old ' || i, '${user.id}', i / 10 from n`)

  let completedReads = 0
  let isDone = false
  const timer = setInterval(async () => {
    const found = await adapter.getSessionAndUser(alive.sessionToken)
    if (found && !isDone) completedReads++
  }, 0)
  const deleted = await adapter.deleteExpired(new Date())
  isDone = true
  clearInterval(timer)

  expect(deleted).toEqual({ sessions: 5_000, verificationTokens: 0 })
  expect(completedReads).toBeGreaterThan(2)
  expect(database.count('sessions')).toBe(1)
})

it('sessions with the same expiry are deleted', async () => {
  const file = await createFilePath()
  const adapter = open(file)
  const user = await adapter.createUser(aUser())
  openSecondConnection(file).exec(`
    with recursive n(i) as (select 1 union all select i + 1 from n where i < 2500)
    insert into sessions (sessionToken, userId, expires) select 'old ' || i, '${user.id}', 7 from n`)
  expect(await adapter.deleteExpired(new Date(7))).toMatchObject({ sessions: 0 })
  expect(await adapter.deleteExpired(new Date(8))).toMatchObject({ sessions: 2_500 })
})
