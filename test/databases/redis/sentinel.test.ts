import { Redis as IoRedis } from 'ioredis'
import { RedisAdapter } from 'latchkey/adapters/redis'
import { describeAdapter } from 'latchkey/testing'
import { createSentinel } from 'redis'
import { afterAll, expect, test } from 'vitest'
import { aUser } from '../../contract/records.js'
import { runner } from '../../contract/runner.js'
import { hasAllCases } from '../../support/fire.js'
import { masterName, startRedisSentinel } from '../../support/redis-sentinel.js'
import { createOnRedis, redisLimits } from './adapters-under-test.js'
import { startRedisSetup } from './redis-setup.js'

const { client } = await startRedisSetup()

test('a Sentinel client of the package redis receives each command for the master', async () => {
  const { sendCommand, getSentinelNode } = createSentinel({ name: masterName, sentinelRootNodes: [] })
  expect([sendCommand.length, typeof getSentinelNode]).toEqual([3, 'function'])
  const flags = new Set<unknown>()
  const sentinel = {
    getSentinelNode,
    sendCommand(isReadonly: boolean | undefined, args: string[]) {
      flags.add(isReadonly)
      return client.sendCommand(args)
    },
  }
  const adapter = RedisAdapter(sentinel, { prefix: 'sentinel' })
  const user = await adapter.createUser(aUser())
  expect(await adapter.getUser(user.id)).toEqual(user)
  expect([...flags]).toEqual([false])
})

// Three sentinels take ten seconds to find each other. `npm run test:scale` replaces their master.
if (hasAllCases) {
  const servers = await startRedisSentinel()
  const sentinels = servers.ports.map(port => ({ host: '127.0.0.1', port }))
  const nodeRedis = createSentinel({ name: masterName, sentinelRootNodes: sentinels })
  await nodeRedis.connect()
  const ioRedis = new IoRedis({ sentinels, name: masterName })

  afterAll(async () => {
    nodeRedis.destroy()
    ioRedis.disconnect()
    await servers.stop()
  })

  for (const [name, sentinel] of Object.entries({ redis: nodeRedis, ioredis: ioRedis }))
    describeAdapter(runner, () => createOnRedis(sentinel), {
      name: `RedisAdapter with Sentinel and the package ${name}`,
      ...redisLimits,
    })
}
