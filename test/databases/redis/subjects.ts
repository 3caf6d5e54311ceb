import { randomUUID } from 'node:crypto'
import { compose } from 'latchkey/adapters/compose'
import { RedisAdapter, type RedisClient } from 'latchkey/adapters/redis'
import type { AdapterSubject } from 'latchkey/testing'
import { ownUserColumns } from '../../contract/files.js'
import { onSqlite } from '../../contract/sqlite.js'

/** Sessions and tokens are gone by themselves once they have ended. */
export const redisTraits = { expired: 'dropped', ownUserColumns } as const

/** An empty place of its own in the database. */
export function onRedis(client: RedisClient): AdapterSubject {
  const prefix = randomUUID()
  return {
    adapter: RedisAdapter(client, { prefix }),
    reopen: () => RedisAdapter(client, { prefix }),
  }
}

/** Users in a SQLite file, and sessions in Redis. */
export async function inFrontOfSqlite(client: RedisClient): Promise<AdapterSubject> {
  const { adapter: users, close, reopen } = await onSqlite()
  const sessions = RedisAdapter(client, { prefix: randomUUID() })
  return {
    adapter: compose({ users, sessions }),
    close,
    reopen: async () => compose({ users: await reopen(), sessions }),
  }
}
