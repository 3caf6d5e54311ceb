import { randomUUID } from 'node:crypto'
import { RedisAdapter } from 'latchkey/adapters/redis'
import { createClient } from 'redis'
import { afterAll } from 'vitest'
import { startMemoryRedis } from '../../support/redis.js'

/** One Redis for a test file, and adapters in it that each have a place of their own. */
export async function startRedisSetup() {
  const server = await startMemoryRedis()
  const client = createClient({ url: server.url })
  await client.connect()

  afterAll(async () => {
    client.destroy()
    await server.stop()
  })

  function open(prefix: string = randomUUID()) {
    /** The names of all that is kept there, without the prefix. */
    async function listKeys(): Promise<string[]> {
      const found = await Promise.all([client.keys(`${prefix}:*`), client.keys(`{${prefix}}:*`)])
      return found.flat().map(name => name.replace(/^[^:]*:/, ''))
    }
    return { adapter: RedisAdapter(client, { prefix }), prefix, names: listKeys }
  }

  return { server, client, open }
}
