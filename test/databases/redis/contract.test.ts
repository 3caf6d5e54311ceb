import { Cluster, Redis as IoRedis } from 'ioredis'
import { describeAdapter } from 'latchkey/testing'
import { createClient, createCluster } from 'redis'
import { afterAll } from 'vitest'
import { runner } from '../../contract/runner.js'
import { aRedis, aRedisCluster } from '../../support/redis.js'
import { inFrontOfSqlite, onRedis, redisTraits } from './subjects.js'

const server = await aRedis()
const cluster = await aRedisCluster()
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

describeAdapter(runner, () => onRedis(nodeRedis), {
  name: 'RedisAdapter on the package redis',
  ...redisTraits,
})
describeAdapter(runner, () => onRedis(ioRedis), {
  name: 'RedisAdapter on the package ioredis',
  ...redisTraits,
})
describeAdapter(runner, () => onRedis(nodeCluster), {
  name: 'RedisAdapter on a cluster, by the package redis',
  ...redisTraits,
})
describeAdapter(runner, () => onRedis(ioCluster), {
  name: 'RedisAdapter on a cluster, by the package ioredis',
  ...redisTraits,
})
describeAdapter(runner, () => onRedis(sender), {
  name: 'RedisAdapter on a client that only sends commands',
  ...redisTraits,
})
describeAdapter(runner, () => inFrontOfSqlite(nodeRedis), {
  name: 'RedisAdapter in front of SqlAdapter',
  ...redisTraits,
})
