import { AdapterError } from 'latchkey/errors'
import { describe, expect, it } from 'vitest'
import { aSession, aUser } from '../../../contract/records.js'
import { createFilePath, open, openSecondConnection, readFirstMessage, run, waitForExit } from './support.js'

const timeout = 30_000

describe('while another process holds the lock', () => {
  it('a write waits without blocking the event loop', { timeout }, async () => {
    const file = await createFilePath()
    const adapter = open(file)
    const user = await adapter.createUser(aUser())
    const other = run('lock', file, 1_000)
    expect(await readFirstMessage(other)).toBe('locked')

    const clock = startClock()
    const session = await adapter.createSession(aSession(user.id))
    const { waited, longestGap } = clock.stop()
    expect(waited).toBeGreaterThan(500)
    expect(longestGap).toBeLessThan(400)
    expect(await adapter.getSessionAndUser(session.sessionToken)).toEqual({ session, user })
    expect(await waitForExit(other)).toBe(0)
  })

  it('creating a user with an account waits', { timeout }, async () => {
    const file = await createFilePath()
    const adapter = open(file)
    await adapter.getUser('')
    await readFirstMessage(run('lock', file, 600))
    const user = aUser()
    const account = { userId: user.id, provider: 'github', providerAccountId: '1', type: 'oauth' } as const
    const clock = startClock()
    await adapter.createUserWithAccount(user, account)
    expect(clock.stop().waited).toBeGreaterThan(300)
    expect(await adapter.getUserByAccount(account)).toEqual(user)
  })

  it('reads succeed, also while a write waits', { timeout }, async () => {
    const file = await createFilePath()
    const adapter = open(file)
    const user = await adapter.createUser(aUser())
    const session = await adapter.createSession(aSession(user.id))
    const other = run('lock', file, 1_500)
    await readFirstMessage(other)

    const write = adapter.createSession(aSession(user.id))
    const clock = startClock()
    for (let i = 0; i < 20; i++)
      expect(await adapter.getSessionAndUser(session.sessionToken)).toEqual({ session, user })
    expect(clock.stop().waited).toBeLessThan(1_000)
    expect(other.exitCode).toBeNull()
    await write
  })

  it('the first call waits on a file without the tables', { timeout }, async () => {
    const file = await createFilePath()
    openSecondConnection(file).exec('create table posts (id integer)')
    await readFirstMessage(run('lock', file, 800))
    const clock = startClock()
    const user = await open(file).createUser(aUser())
    const { waited, longestGap } = clock.stop()
    expect(waited).toBeGreaterThan(300)
    expect(longestGap).toBeLessThan(400)
    expect(openSecondConnection(file).rows('select id from users')).toEqual([{ id: user.id }])
  })

  it('a start requires no lock if the tables exist', { timeout }, async () => {
    const file = await createFilePath()
    const user = await open(file).createUser(aUser())
    const other = run('lock', file, 4_000)
    await readFirstMessage(other)
    expect(await open(file).getUser(user.id)).toEqual(user)
    expect(other.exitCode).toBeNull()
  })

  it('a call fails with AdapterError after five seconds, and the next one succeeds', {
    timeout,
  }, async () => {
    const file = await createFilePath()
    const adapter = open(file)
    await adapter.getUser('')
    const other = run('lock', file, 7_000)
    await readFirstMessage(other)

    const clock = startClock()
    const error = await Promise.resolve(adapter.createUser(aUser())).catch((failure: unknown) => failure)
    const { waited, longestGap } = clock.stop()
    expect(error).toBeInstanceOf(AdapterError)
    expect(error).toMatchObject({
      type: 'AdapterError',
      message: expect.stringContaining('Another process kept the database locked for 5 seconds'),
      cause: { err: expect.objectContaining({ code: 'SQLITE_BUSY' }) },
    })
    expect(waited).toBeGreaterThan(4_900)
    expect(waited).toBeLessThan(6_500)
    expect(longestGap).toBeLessThan(400)
    await waitForExit(other)
    await adapter.createUser(aUser())
  })
})

/** Measures the elapsed time and the longest time that the event loop was blocked. */
function startClock() {
  const begin = performance.now()
  let last = begin
  let longestGap = 0
  const tick = () => {
    longestGap = Math.max(longestGap, performance.now() - last)
    last = performance.now()
  }
  const timer = setInterval(tick, 10)
  return {
    stop() {
      clearInterval(timer)
      tick()
      return { waited: last - begin, longestGap }
    },
  }
}
