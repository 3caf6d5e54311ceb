import { SqlAdapter } from 'latchkey/adapters/sql'
import { describeRevocation } from '../revocation/describe-revocation.js'
import { withServer } from '../support/databases/with-server.js'
import { startRedisSetup } from './redis/redis-setup.js'
import { createSchema } from './test-databases.js'

const redis = await startRedisSetup()

withServer('postgres', url => {
  describeRevocation('PostgreSQL', async () => {
    const database = await createSchema(url)
    const adapter = SqlAdapter(database.url)
    await adapter.migrate()
    return {
      adapter,
      async close() {
        await adapter.close()
        await database.drop()
      },
    }
  })
})

describeRevocation('Redis', async () => ({ adapter: redis.open().adapter }))
