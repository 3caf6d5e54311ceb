import { randomUUID } from 'node:crypto'
import { RedisAdapter } from 'latchkey/adapters/redis'
import { createClient } from 'redis'
import { afterAll } from 'vitest'
import { startMemoryRedis } from '../../support/redis.js'

/** Starts a Redis server for a test file. Each adapter has its own prefix. */
export async function startRedisSetup() {
  const server = await startMemoryRedis()
  const client = createClient({ url: server.url })
  await client.connect()

  afterAll(async () => {
    client.destroy()
    await server.stop()
  })

  function open(prefix: string = randomUUID()) {
    /** Lists all keys without the prefix. */
    async function listKeys(): Promise<string[]> {
      const found = await Promise.all([client.keys(`${prefix}:*`), client.keys(`{${prefix}}:*`)])
      return found.flat().map(name => name.replace(/^[^:]*:/, ''))
    }
    return { adapter: RedisAdapter(client, { prefix }), prefix, names: listKeys }
  }

  return { server, client, open }
}
