import { Cluster, Redis as IoRedis } from 'ioredis'
import { describeAdapter } from 'latchkey/testing'
import { createClient, createCluster } from 'redis'
import { afterAll } from 'vitest'
import { runner } from '../../contract/runner.js'
import { startMemoryRedis, startRedisCluster } from '../../support/redis.js'
import { createInFrontOfSqlite, createOnRedis, redisLimits } from './adapters-under-test.js'

const server = await startMemoryRedis()
const cluster = await startRedisCluster()
const nodes = cluster.ports.map(port => ({ host: '127.0.0.1', port }))

const nodeRedis = await createClient({ url: server.url }).connect()
const oldProtocol = await createClient({ url: server.url, RESP: 2 }).connect()
const ioRedis = new IoRedis(server.url)
const nodeCluster = createCluster({
  rootNodes: nodes.map(({ port }) => ({ url: `redis://127.0.0.1:${port}` })),
})
await nodeCluster.connect()
const ioCluster = new Cluster(nodes)

afterAll(async () => {
  nodeRedis.destroy()
  oldProtocol.destroy()
  ioRedis.disconnect()
  nodeCluster.destroy()
  ioCluster.disconnect()
  await server.stop()
  await cluster.stop()
})

const sender = { command: (args: string[]) => oldProtocol.sendCommand(args) }

describeAdapter(runner, () => createOnRedis(nodeRedis), {
  name: 'RedisAdapter with the package redis',
  ...redisLimits,
})
describeAdapter(runner, () => createOnRedis(ioRedis), {
  name: 'RedisAdapter with the package ioredis',
  ...redisLimits,
})
describeAdapter(runner, () => createOnRedis(nodeCluster), {
  name: 'RedisAdapter on a cluster with the package redis',
  ...redisLimits,
})
describeAdapter(runner, () => createOnRedis(ioCluster), {
  name: 'RedisAdapter on a cluster with the package ioredis',
  ...redisLimits,
})
describeAdapter(runner, () => createOnRedis(sender), {
  name: 'RedisAdapter with a custom client',
  ...redisLimits,
})
describeAdapter(runner, () => createInFrontOfSqlite(nodeRedis), {
  name: 'RedisAdapter composed with SqlAdapter',
  ...redisLimits,
})
