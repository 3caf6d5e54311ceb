import { RedisAdapter, type RedisClient } from 'latchkey/adapters/redis'
import { createClient } from 'redis'
import { describe, expect, test } from 'vitest'
import { anAccount, aToken, aUser } from '../../contract/records.js'
import { startPersistentRedis } from '../../support/redis.js'
import { startRedisSetup } from './redis-setup.js'

const { client, open } = await startRedisSetup()

test('apps with different prefixes do not share records', async () => {
  const [one, other] = [open().adapter, open().adapter]
  const user = await one.createUser(aUser())
  expect(await other.getUser(user.id)).toBeNull()
  expect(await other.getUserByEmail(user.email)).toBeNull()
})

test('the default prefix is latchkey', async () => {
  const adapter = RedisAdapter(client)
  const user = await adapter.createUser(aUser())
  expect(await client.exists(`{latchkey}:user:${user.id}`)).toBe(1)
  await adapter.deleteUser(user.id)
})

test('custom fields keep dates and structured values', async () => {
  const { adapter } = open()
  const own = { seen: new Date(1_234_567_890_123), tags: ['a', { b: null }], '': '@1', __proto__name: 0 }
  const user = await adapter.createUser(aUser(own))
  expect(await adapter.getUser(user.id)).toEqual({ ...user, ...own })
})

test('values that cannot be stored are rejected, and nothing is stored', async () => {
  const { adapter, names } = open()
  await expect(adapter.createUser(aUser({ emailVerified: new Date('never') }))).rejects.toThrow('date')
  await expect(adapter.createUserWithAccount(aUser({ tags: () => {} }), anAccount(''))).rejects.toThrow(
    'cannot store a function',
  )
  await expect(adapter.countAttempt('ada', 0)).rejects.toThrow('at least 1 millisecond')
  await expect(adapter.countAttempt('ada', Number.NaN)).rejects.toThrow('at least 1 millisecond')
  expect(await names()).toEqual([])
})

describe('the adapter rejects', () => {
  test.each([{}, null, 'redis://localhost:6379', { command: 'get' }])('%o, which is not a client', client => {
    expect(() => RedisAdapter(client as unknown as RedisClient)).toThrow(/received an unsupported client/)
  })

  test('a prefix with braces, which are hash tags in a cluster', () => {
    expect(() => RedisAdapter(client, { prefix: '{app}' })).toThrow(/braces/)
  })

  test.each([0, -1, Number.NaN])('a timeout of %o', timeout => {
    expect(() => RedisAdapter(client, { timeout })).toThrow(/timeout/)
  })
})

test('a Bun client receives the command name as a separate argument', async () => {
  const bun = { send: (name: string, args: string[]) => client.sendCommand([name, ...args]) }
  const adapter = RedisAdapter(bun, { prefix: 'bun' })
  const user = await adapter.createUser(aUser())
  expect(await adapter.getUser(user.id)).toEqual(user)
})

test('a call to an unresponsive server times out', async () => {
  const silent = { command: () => new Promise(() => {}) }
  const adapter = RedisAdapter(silent, { timeout: 50 })
  await expect(adapter.getUser('ada')).rejects.toMatchObject({
    type: 'AdapterError',
    message: 'Redis did not respond within 50 ms.',
  })
})

test('a command that timed out while the server was down is not executed later', async () => {
  const redis = await startPersistentRedis()
  const reconnecting = createClient({ url: redis.url, socket: { reconnectStrategy: 20 } }).on(
    'error',
    () => {},
  )
  await reconnecting.connect()
  try {
    const adapter = RedisAdapter(reconnecting, { timeout: 100 })
    const token = aToken()
    await adapter.createVerificationToken(token)
    await redis.halt()
    await expect.poll(() => reconnecting.isReady).toBe(false)
    await expect(adapter.useVerificationToken(token)).rejects.toThrow('did not respond within 100 ms')
    await redis.resume()
    await expect.poll(() => reconnecting.isReady).toBe(true)
    expect(await adapter.getVerificationToken(token)).toEqual(token)
  } finally {
    reconnecting.destroy()
    await redis.stop()
  }
})
