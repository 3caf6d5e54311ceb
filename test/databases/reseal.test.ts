import { RedisAdapter } from 'latchkey/adapters/redis'
import { SqlAdapter } from 'latchkey/adapters/sql'
import { createCluster } from 'redis'
import { describe, expect, onTestFinished, test } from 'vitest'
import { withServer } from '../support/databases/with-server.js'
import { startRedisCluster } from '../support/redis.js'
import { canReadAll, describeReseal, fill, newer, older, run } from '../unit/cli/describe-reseal.js'
import { startRedisSetup } from './redis/redis-setup.js'
import { createSchema } from './test-databases.js'

const redis = await startRedisSetup()
const keys = { AUTH_ENCRYPTION_KEY: older, AUTH_ENCRYPTION_KEY_1: newer }
const dryRun = '130 records have sealed values. 130 would be sealed with the newest key.'
const complete = '130 records have sealed values. 130 were sealed with the newest key.'

describeReseal('Redis', async () => redis.open().adapter.records)

withServer('postgres', url => {
  describeReseal('PostgreSQL', async () => {
    const database = await createSchema(url)
    const adapter = SqlAdapter(database.url)
    onTestFinished(async () => {
      await adapter.close()
      await database.drop()
    })
    await adapter.migrate()
    return adapter.records
  })
})

describe('latchkey reseal', { timeout: 60_000 }, () => {
  test('seals the records of a Redis server, of the prefix', async () => {
    const [{ adapter, prefix }, other] = [redis.open(), redis.open()]
    for (const { records } of [adapter, other.adapter]) await fill(records)
    const args = ['reseal', '--prefix', prefix, redis.server.url]
    expect(await run([...args, '--dry-run'], keys)).toEqual([0, dryRun])
    expect(await canReadAll(adapter.records, [older])).toBe(true)
    expect(await run(args, keys)).toEqual([0, complete])
    expect(await canReadAll(adapter.records, [newer])).toBe(true)
    expect(await canReadAll(other.adapter.records, [older])).toBe(true)
  })

  test('seals the records of a Redis cluster, from each of its nodes', async () => {
    const cluster = await startRedisCluster()
    onTestFinished(cluster.stop)
    const urls = cluster.ports.map(port => `redis://127.0.0.1:${port}`)
    const client = createCluster({ rootNodes: urls.map(url => ({ url })) })
    await client.connect()
    onTestFinished(() => client.destroy())
    const { records } = RedisAdapter(client)
    await fill(records)
    for (const url of urls) expect(await run(['reseal', '--dry-run', url], keys)).toEqual([0, dryRun])
    expect(await run(['reseal', urls[0] ?? ''], keys)).toEqual([0, complete])
    expect(await canReadAll(records, [newer])).toBe(true)
  })

  test('fails if the server does not respond, or if the prefix is not valid', async () => {
    expect((await run(['reseal', 'redis://127.0.0.1:1'], keys))[0]).toBe(1)
    const [code, text] = await run(['reseal', '--prefix', '{x}', redis.server.url], keys)
    expect([code, text]).toEqual([1, expect.stringContaining('must not contain braces')])
  })
})
