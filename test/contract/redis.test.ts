import { randomUUID } from 'node:crypto'
import { Cluster, Redis as IoRedis } from 'ioredis'
import { compose } from 'latchkey/adapters/compose'
import { RedisAdapter, type RedisClient } from 'latchkey/adapters/redis'
import { type AdapterSubject, describeAdapter } from 'latchkey/testing'
import { createClient, createCluster } from 'redis'
import { afterAll } from 'vitest'
import { aRedis, aRedisCluster } from '../support/redis.js'
import { runner } from './runner.js'
import { onSqlite, ownUserColumns } from './sqlite.js'

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

/** An empty place of its own in the database. */
function on(client: RedisClient): () => AdapterSubject {
  return () => {
    const prefix = randomUUID()
    return {
      adapter: RedisAdapter(client, { prefix }),
      reopen: () => RedisAdapter(client, { prefix }),
    }
  }
}

const sender = { command: (args: string[]) => oldProtocol.sendCommand(args) }

async function composed(): Promise<AdapterSubject> {
  const { adapter: users, close, reopen } = await onSqlite()
  const sessions = RedisAdapter(nodeRedis, { prefix: randomUUID() })
  return {
    adapter: compose({ users, sessions }),
    close,
    reopen: async () => compose({ users: await reopen(), sessions }),
  }
}

const traits = { expired: 'dropped', ownUserColumns } as const

describeAdapter(runner, on(nodeRedis), { name: 'RedisAdapter on the package redis', ...traits })
describeAdapter(runner, on(ioRedis), { name: 'RedisAdapter on the package ioredis', ...traits })
describeAdapter(runner, on(nodeCluster), {
  name: 'RedisAdapter on a cluster, by the package redis',
  ...traits,
})
describeAdapter(runner, on(ioCluster), {
  name: 'RedisAdapter on a cluster, by the package ioredis',
  ...traits,
})
describeAdapter(runner, on(sender), { name: 'RedisAdapter on a client that only sends commands', ...traits })
describeAdapter(runner, composed, { name: 'RedisAdapter in front of SqlAdapter', ...traits })
