import { randomUUID } from 'node:crypto'
import { composeAdapters } from 'latchkey/adapters/compose'
import { RedisAdapter, type RedisClient } from 'latchkey/adapters/redis'
import type { AdapterUnderTest } from 'latchkey/testing'
import { createOnSqlite } from '../../contract/sqlite-adapter.js'
import { extraUserColumns } from '../../contract/sqlite-file-adapter.js'

/** Redis deletes expired sessions and tokens automatically. */
export const redisLimits = { expired: 'deleted', extraUserColumns } as const

/** Creates an adapter with an empty keyspace. */
export function createOnRedis(client: RedisClient): AdapterUnderTest {
  const prefix = randomUUID()
  return {
    adapter: RedisAdapter(client, { prefix }),
    reopen: () => RedisAdapter(client, { prefix }),
  }
}

/** Creates an adapter with users in SQLite and sessions in Redis. */
export async function createInFrontOfSqlite(client: RedisClient): Promise<AdapterUnderTest> {
  const { adapter: users, close, reopen } = await createOnSqlite()
  const sessions = RedisAdapter(client, { prefix: randomUUID() })
  return {
    adapter: composeAdapters({ users, sessions }),
    close,
    reopen: async () => composeAdapters({ users: await reopen(), sessions }),
  }
}
