import { SqlAdapter } from 'latchkey/adapters/sql'
import { describeRaces } from '../races/describe-races.js'
import { withServer } from '../support/databases/with-server.js'
import { startRedisSetup } from './redis/redis-setup.js'
import { createDatabase, createSchema, type TestDatabase } from './test-databases.js'

const redis = await startRedisSetup()

/** Opens two adapters with separate connections, as two processes do. */
async function openDatabase(database: TestDatabase) {
  const adapters = [SqlAdapter(database.url), SqlAdapter(database.url)] as const
  await adapters[0].migrate()
  return {
    store: { adapters },
    async close() {
      for (const adapter of adapters) await adapter.close()
      await database.drop()
    },
  }
}

withServer('postgres', url => {
  describeRaces('PostgreSQL, from two pools', async () => openDatabase(await createSchema(url)))
})

withServer('mysql', url => {
  describeRaces('MariaDB, from two pools', async () => openDatabase(await createDatabase(url)))
})

describeRaces('Redis, from two adapters', async () => {
  const { adapter, prefix } = redis.open()
  return { store: { adapters: [adapter, redis.open(prefix).adapter] } }
})
