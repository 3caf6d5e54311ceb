import { setTimeout as sleep } from 'node:timers/promises'
import { SqlAdapter, type SqlOptions } from 'latchkey/adapters/sql'
import { describe, expect, type TestContext, test, vi } from 'vitest'
import { anAccount, aUser } from '../contract/records.js'
import { createTestApp, getLocation, origin, runRoundTrip, sessionCookie } from '../support/app.js'
import { withServer } from '../support/databases/with-server.js'
import { grace } from '../support/malicious-provider.js'
import { startStallingProxy } from '../support/stalling-proxy.js'
import { createDatabase, createSchema, type TestDatabase } from './test-databases.js'

function describeSilence(timeout: number) {
  return { type: 'AdapterError', message: `The database did not respond within ${timeout} ms.` }
}

async function measureDuration(call: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now()
  await call().catch(() => {})
  return performance.now() - startedAt
}

/** Returns the result of a call, an error, or that it is pending after a second. */
async function getWithinSecond(call: () => Promise<unknown>): Promise<unknown> {
  return Promise.race([call().catch(() => 'an error'), sleep(1_000, 'pending')])
}

/** Repeats a call that a slow machine may not finish before a short timeout. Returns its first result. */
function retry<T>(call: () => Promise<T>): Promise<T> {
  return vi.waitFor(call, { timeout: 50_000, interval: 100 })
}

/** These tests wait for timeouts, so they run at the same time. */
function testStalls(make: () => Promise<TestDatabase>, longConnectTimeout: string): void {
  async function startStalling(
    { onTestFinished }: TestContext,
    options: SqlOptions = { timeout: 300 },
    query = '',
  ) {
    const store = await make()
    const proxy = await startStallingProxy(store.url)
    const url = new URL(proxy.url)
    for (const [name, value] of new URLSearchParams(query)) url.searchParams.set(name, value)
    const adapter = SqlAdapter(url.href, options)
    onTestFinished(async () => {
      proxy.resume()
      await adapter.close()
      await proxy.stop()
      await store.drop()
    })
    const patient = SqlAdapter(store.url, { timeout: 60_000 })
    onTestFinished(() => patient.close())
    await patient.migrate()
    return { ...proxy, adapter, patient, store }
  }

  test('is a timeout error, and stalled connections are not reused', async context => {
    const { adapter, patient, stall, resume, clients } = await startStalling(context)
    const user = await patient.createUser(aUser())
    await retry(async () => adapter.getUser(user.id))
    stall()
    const calls = Array.from({ length: 25 }, () => adapter.getUser(user.id))
    const ends = await Promise.allSettled(calls)
    for (const end of ends) expect(end).toMatchObject({ status: 'rejected' })
    await expect(adapter.getUser(user.id)).rejects.toThrow()
    resume()
    const found = await retry(() => Promise.all(calls.map(() => adapter.getUser(user.id))))
    expect(found).toEqual(found.map(() => user))
    expect(clients()).toBeLessThanOrEqual(10)
  })

  test('is an AdapterError during a statement and a transaction, after a single timeout', async context => {
    const { adapter, stall } = await startStalling(context, { timeout: 2_000 })
    await retry(async () => adapter.getUser('1'))
    stall()
    await expect(adapter.getUser('1')).rejects.toMatchObject(describeSilence(2_000))
    const ada = aUser()
    const duration = await measureDuration(async () => adapter.createUserWithAccount(ada, anAccount(ada.id)))
    // A second timeout would take another two seconds.
    expect(duration).toBeLessThan(3_900)
  })

  test('returns 503, keeps the cookie, and recovers afterwards', async context => {
    const { adapter, stall, resume } = await startStalling(context)
    const { op, open } = createTestApp({ adapter, session: { strategy: 'database' } })
    const [visit, guest] = [open(), open()]
    await retry(async () => {
      await runRoundTrip(visit, op, { as: grace })
      expect(visit.jar.get(sessionCookie)).toBeDefined()
    })
    const cookie = visit.jar.get(sessionCookie)?.value
    stall()
    const response = await visit.get('/auth/session')
    expect([response.status, await response.json()]).toEqual([503, null])
    expect(visit.jar.get(sessionCookie)?.value).toBe(cookie)
    expect(getLocation(await runRoundTrip(guest, op))).toBe(`${origin}/auth/error?error=Configuration`)
    resume()
    await retry(async () => expect(await visit.getSession()).toMatchObject({ user: { email: grace.email } }))
    await retry(async () => expect(getLocation(await runRoundTrip(guest, op))).toBe(origin))
  })

  test('is a timeout error on the first connection', async context => {
    const { adapter, stall, resume } = await startStalling(context)
    stall()
    await expect(adapter.getUser('1')).rejects.toThrow()
    await expect(adapter.getUser('1')).rejects.toThrow()
    resume()
    expect(await retry(async () => adapter.getUser('1'))).toBeNull()
  })

  test('has a default timeout of five seconds', { timeout: 30_000 }, async context => {
    const { adapter, stall } = await startStalling(context, {})
    await retry(async () => adapter.getUser('1'))
    stall()
    const duration = await measureDuration(async () => adapter.getUser('1'))
    expect(duration).toBeGreaterThan(4_900)
    expect(duration).toBeLessThan(9_900)
  })

  test('uses the connect timeout of the connection string', async context => {
    const { adapter, stall, resume } = await startStalling(context, { timeout: 300 }, longConnectTimeout)
    stall()
    const call = adapter.getUser('1')
    await sleep(900)
    resume()
    expect(await call).toBeNull()
  })

  test('does not time out migrations', async context => {
    const { url, adapter: _, store, ...proxy } = await startStalling(context)
    await using adapter = SqlAdapter(url, { timeout: 300, tables: { migrations: 'other_migrations' } })
    await retry(() => adapter.migrate({ dryRun: true }))
    proxy.stall()
    const plan = adapter.migrate({ dryRun: true })
    await sleep(900)
    proxy.resume()
    expect((await plan).migrations).toHaveLength(4)
  })

  test('has no timeout if `timeout` is Infinity', async context => {
    const { adapter, stall } = await startStalling(context, { timeout: Number.POSITIVE_INFINITY })
    await adapter.getUser('1')
    stall()
    const call = getWithinSecond(async () => adapter.getUser('1'))
    expect(await call).toBe('pending')
  })
}

interface Locking {
  readonly make: () => Promise<TestDatabase>
  readonly lock: readonly string[]
  readonly unlock: string
}

interface LockOptions {
  /** Of the connection string. */
  readonly query?: string
  /** Milliseconds. */
  readonly timeout: number
}

/** Creates an adapter whose statements wait, because another connection has locked the table. */
async function testLock(
  { onTestFinished }: TestContext,
  { make, lock, unlock }: Locking,
  { query = '', timeout }: LockOptions,
) {
  const store = await make()
  const proxy = await startStallingProxy(store.url)
  const connectionUrl = new URL(proxy.url)
  for (const [name, value] of new URLSearchParams(query)) connectionUrl.searchParams.set(name, value)
  const adapter = SqlAdapter(connectionUrl.href, { timeout })
  onTestFinished(async () => {
    await store.run(unlock)
    await adapter.close()
    await proxy.stop()
    await store.drop()
  })
  const patient = SqlAdapter(store.url, { timeout: 60_000 })
  onTestFinished(() => patient.close())
  await patient.migrate()
  const user = await patient.createUser(aUser())
  for (const statement of lock) await store.run(statement)
  const open = async () => void (await store.run(unlock))
  return { ...proxy, adapter, open, user, read: async () => adapter.getUser(user.id) }
}

function lockSuite(locking: Locking): void {
  test('leaks no connections: waiting ones are closed, and late ones are released', async context => {
    const { read, clients, open, user } = await testLock(context, locking, { timeout: 300 })
    const ends = await Promise.allSettled(Array.from({ length: 35 }, read))
    for (const end of ends) expect(end).toMatchObject({ status: 'rejected' })
    await open()
    const found = await retry(() => Promise.all(Array.from({ length: 35 }, read)))
    expect(found).toEqual(found.map(() => user))
    expect(clients()).toBeLessThanOrEqual(10)
  })

  test('closes the connection after a timeout', async context => {
    const { read, clients, adapter } = await testLock(context, locking, { timeout: 2_000 })
    await expect(read()).rejects.toMatchObject(describeSilence(2_000))
    await context.expect.poll(clients).toBe(0)
    const ada = aUser()
    const startedAt = performance.now()
    await expect(adapter.createUserWithAccount(ada, anAccount(ada.id))).rejects.toMatchObject(
      describeSilence(2_000),
    )
    // A second timeout, for the rollback, would take another two seconds.
    expect(performance.now() - startedAt).toBeLessThan(3_900)
    await context.expect.poll(clients).toBe(0)
  })
}

withServer('postgres', url => {
  const make = () => createSchema(url)
  const locking = { make, lock: ['begin', 'lock table users'], unlock: 'rollback' }

  describe.concurrent('an unresponsive PostgreSQL server', () => testStalls(make, 'connect_timeout=40'))

  describe.concurrent('a PostgreSQL table locked by another connection', () => {
    lockSuite(locking)

    test.for([
      ['query_timeout=600', 100, 'Query read timeout'],
      ['statement_timeout=600', 300, 'canceling statement due to statement timeout'],
    ] as const)(
      'uses the timeout %j of the connection string',
      async ([query, timeout, message], context) => {
        const { read } = await testLock(context, locking, { query, timeout })
        const startedAt = performance.now()
        await expect(read()).rejects.toThrow(message)
        expect(performance.now() - startedAt).toBeGreaterThan(590)
      },
    )

    test('is waited for if `query_timeout` of the connection string allows it', async context => {
      const { read } = await testLock(context, locking, { query: 'query_timeout=60000', timeout: 100 })
      expect(await getWithinSecond(read)).toBe('pending')
    })
  })
})

withServer('mysql', url => {
  const make = () => createDatabase(url)

  describe.concurrent('an unresponsive MariaDB server', () => testStalls(make, 'connectTimeout=40000'))

  describe.concurrent('a MariaDB table locked by another connection', () =>
    lockSuite({ make, lock: ['lock tables users write'], unlock: 'unlock tables' }))
})

test.each([0, -1, Number.NaN])('a timeout of %d is rejected', timeout => {
  expect(() => SqlAdapter('postgres://localhost/app', { timeout })).toThrow('milliseconds')
})
