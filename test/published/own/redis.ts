import type { RedisClient } from 'latchkey/adapters/redis'
import type { AdapterUnderTest } from 'latchkey/testing'
import { createClient } from 'redis'
import { inFrontOfSqlite, onRedis, redisTraits } from '../../databases/redis/subjects.js'
import { urlOf } from '../servers.js'
import type { OpenStore, Trial } from '../store.js'
import { fresh } from './fresh.js'

const more = { needs: 'redis', traits: redisTraits } as const

export const trials: Trial[] = [
  { adapter: 'RedisAdapter', store: 'Redis', ...more, open: () => open(onRedis) },
  {
    adapter: 'compose',
    store: 'SQLite (libsql) for users, Redis',
    ...more,
    open: () => open(inFrontOfSqlite),
  },
]

async function open(
  make: (client: RedisClient) => AdapterUnderTest | Promise<AdapterUnderTest>,
): Promise<OpenStore> {
  const client = await createClient({ url: urlOf('redis') }).connect()
  return fresh(
    () => make(client),
    () => client.destroy(),
  )
}
