import { Redis as IoRedis } from 'ioredis'
import { describeAdapter } from 'latchkey/testing'
import { createSentinel } from 'redis'
import { afterAll } from 'vitest'
import { runner } from '../../contract/runner.js'
import { selectCases } from '../../support/fire.js'
import { masterName, startRedisSentinel } from '../../support/redis-sentinel.js'
import { createOnRedis, redisLimits } from './adapters-under-test.js'

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

const clients = { redis: nodeRedis, ioredis: ioRedis }

for (const [name, client] of selectCases(Object.entries(clients), ([name]) => name === 'redis'))
  describeAdapter(runner, () => createOnRedis(client), {
    name: `RedisAdapter with Sentinel and the package ${name}`,
    ...redisLimits,
  })
