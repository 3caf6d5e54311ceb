import { SqlAdapter } from 'latchkey/adapters/sql'
import { describeRaces } from '../races/describe-races.js'
import { describeThrottlingRaces } from '../races/describe-throttling-races.js'
import { describeTwoFactorModel } from '../races/describe-two-factor-model.js'
import { describeTwoFactorRaces } from '../races/describe-two-factor-races.js'
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
  const open = async () => openDatabase(await createSchema(url))
  describeRaces('PostgreSQL, from two pools', open)
  describeThrottlingRaces('PostgreSQL, from two pools', open)
  describeTwoFactorRaces('PostgreSQL, from two pools', open)
  describeTwoFactorModel('PostgreSQL, from two pools', open)
})

withServer('mysql', url => {
  const open = async () => openDatabase(await createDatabase(url))
  describeRaces('MariaDB, from two pools', open)
  describeThrottlingRaces('MariaDB, from two pools', open)
  describeTwoFactorModel('MariaDB, from two pools', open)
})

async function openRedis() {
  const { adapter, prefix } = redis.open()
  return { store: { adapters: [adapter, redis.open(prefix).adapter] as const } }
}

describeRaces('Redis, from two adapters', openRedis)
describeThrottlingRaces('Redis, from two adapters', openRedis)
describeTwoFactorRaces('Redis, from two adapters', openRedis)
describeTwoFactorModel('Redis, from two adapters', openRedis)
