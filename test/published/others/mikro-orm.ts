import { defaultEntities, MikroOrmAdapter } from '@auth/mikro-orm-adapter'
import { MikroORM, type Options } from '@mikro-orm/core'
import { PostgreSqlDriver } from '@mikro-orm/postgresql'
import { type OpenStore, type Trial, withBothOptions } from '../adapter-trial.js'
import { createDatabase } from './postgres.js'

export const trials: Trial[] = withBothOptions({
  adapter: '@auth/mikro-orm-adapter',
  store: 'PostgreSQL',
  needs: 'postgres',
  limits: { dates: 'seconds' },
  open,
})

/** The adapter opens connections that cannot be closed, so idle ones must time out. */
const closeIdleConnections = { min: 0, idleTimeoutMillis: 500 }

async function open(): Promise<OpenStore> {
  const database = await createDatabase()
  const { database: dbName, ...address } = database.address
  const options: Options<PostgreSqlDriver> = {
    ...address,
    dbName,
    driver: PostgreSqlDriver,
    entities: Object.values(defaultEntities),
    pool: closeIdleConnections,
  }
  const orm = await MikroORM.init(options)
  await orm.getSchemaGenerator().createSchema()
  return {
    adapter: MikroOrmAdapter(options),
    empty: () => database.empty(),
    async close() {
      await orm.close()
      await database.close()
    },
  }
}
