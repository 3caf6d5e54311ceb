import { setTimeout as sleep } from 'node:timers/promises'
import { AdapterError } from 'latchkey/errors'
import { describe, expect, it, onTestFinished } from 'vitest'
import { aSession, aUser } from '../../../contract/records.js'
import { createFilePath, open, openSecondConnection, readFirstMessage, run, waitForExit } from './support.js'

const timeout = 60_000

/** Starts another process that holds the lock until it is killed. */
async function lock(file: string) {
  const other = run('lock', file, timeout)
  expect(await readFirstMessage(other)).toBe('locked')
  return {
    other,
    async release() {
      other.kill('SIGKILL')
      await waitForExit(other)
    },
  }
}

/** Expects that a call waits while the lock is held. Returns its result after the release. */
async function expectToWait<T>(call: () => PromiseLike<T> | T, release: () => Promise<void>): Promise<T> {
  const ticks = countTicks()
  let isDone = false
  const result = Promise.resolve(call()).finally(() => {
    isDone = true
  })
  await sleep(500)
  expect(isDone).toBe(false)
  // A call that blocks the event loop leaves time for none.
  expect(ticks.count()).toBeGreaterThan(3)
  await release()
  return result
}

/** Counts the turns of the event loop. */
function countTicks() {
  let count = 0
  const timer = setInterval(() => {
    count += 1
  }, 10)
  onTestFinished(() => clearInterval(timer))
  return { count: () => count }
}

describe('while another process holds the lock', () => {
  it('a write waits without blocking the event loop', { timeout }, async () => {
    const file = await createFilePath()
    const adapter = open(file)
    const user = await adapter.createUser(aUser())
    const { release } = await lock(file)
    const session = await expectToWait(() => adapter.createSession(aSession(user.id)), release)
    expect(await adapter.getSessionAndUser(session.sessionToken)).toEqual({ session, user })
  })

  it('creating a user with an account waits', { timeout }, async () => {
    const file = await createFilePath()
    const adapter = open(file)
    await adapter.getUser('')
    const { release } = await lock(file)
    const user = aUser()
    const account = { userId: user.id, provider: 'github', providerAccountId: '1', type: 'oauth' } as const
    await expectToWait(() => adapter.createUserWithAccount(user, account), release)
    expect(await adapter.getUserByAccount(account)).toEqual(user)
  })

  it('reads succeed, also while a write waits', { timeout }, async () => {
    const file = await createFilePath()
    const adapter = open(file)
    const user = await adapter.createUser(aUser())
    const session = await adapter.createSession(aSession(user.id))
    const { other, release } = await lock(file)
    const write = adapter.createSession(aSession(user.id))
    for (let i = 0; i < 20; i++)
      expect(await adapter.getSessionAndUser(session.sessionToken)).toEqual({ session, user })
    expect(other.exitCode).toBeNull()
    await release()
    await write
  })

  it('the first call waits on a file without the tables', { timeout }, async () => {
    const file = await createFilePath()
    openSecondConnection(file).exec('create table posts (id integer)')
    const { release } = await lock(file)
    const user = await expectToWait(() => open(file).createUser(aUser()), release)
    expect(openSecondConnection(file).rows('select id from users')).toEqual([{ id: user.id }])
  })

  it('a start requires no lock if the tables exist', { timeout }, async () => {
    const file = await createFilePath()
    const user = await open(file).createUser(aUser())
    const { other } = await lock(file)
    expect(await open(file).getUser(user.id)).toEqual(user)
    expect(other.exitCode).toBeNull()
  })

  it('a call fails with AdapterError after five seconds, and the next one succeeds', {
    timeout,
  }, async () => {
    const file = await createFilePath()
    const adapter = open(file)
    await adapter.getUser('')
    const { release } = await lock(file)
    const ticks = countTicks()
    const startedAt = performance.now()
    const error = await Promise.resolve(adapter.createUser(aUser())).catch((failure: unknown) => failure)
    expect(error).toBeInstanceOf(AdapterError)
    expect(error).toMatchObject({
      type: 'AdapterError',
      message: expect.stringContaining(
        'Other processes kept the database locked, or changed the same rows, for 5 seconds',
      ),
      cause: { err: expect.objectContaining({ code: 'SQLITE_BUSY' }) },
    })
    expect(performance.now() - startedAt).toBeGreaterThan(4_900)
    expect(ticks.count()).toBeGreaterThan(3)
    await release()
    await adapter.createUser(aUser())
  })
})
