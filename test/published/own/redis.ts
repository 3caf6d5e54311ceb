import type { RedisClient } from 'latchkey/adapters/redis'
import type { AdapterUnderTest } from 'latchkey/testing'
import { createClient } from 'redis'
import {
  createInFrontOfSqlite,
  createOnRedis,
  redisLimits,
} from '../../databases/redis/adapters-under-test.js'
import type { OpenStore, Trial } from '../adapter-trial.js'
import { getServerUrl } from '../servers.js'
import { openFresh } from './fresh.js'

const more = { needs: 'redis', limits: redisLimits } as const

export const trials: Trial[] = [
  { adapter: 'RedisAdapter', store: 'Redis', ...more, open: () => open(createOnRedis) },
  {
    adapter: 'compose',
    store: 'SQLite (libsql) for users, Redis',
    ...more,
    open: () => open(createInFrontOfSqlite),
  },
]

async function open(
  make: (client: RedisClient) => AdapterUnderTest | Promise<AdapterUnderTest>,
): Promise<OpenStore> {
  const client = await createClient({ url: getServerUrl('redis') }).connect()
  return openFresh(
    () => make(client),
    () => client.destroy(),
  )
}
