import { defaultEntities, MikroOrmAdapter } from '@auth/mikro-orm-adapter'
import { MikroORM, type Options } from '@mikro-orm/core'
import { PostgreSqlDriver } from '@mikro-orm/postgresql'
import { bothWays, type OpenStore, type Trial } from '../store.js'
import { postgresDatabase } from './postgres.js'

export const trials: Trial[] = bothWays({
  adapter: '@auth/mikro-orm-adapter',
  store: 'PostgreSQL',
  needs: 'postgres',
  traits: { dates: 'seconds' },
  open,
})

async function open(): Promise<OpenStore> {
  const database = await postgresDatabase()
  const { database: dbName, ...address } = database.address
  const options: Options<PostgreSqlDriver> = {
    ...address,
    dbName,
    driver: PostgreSqlDriver,
    entities: Object.values(defaultEntities),
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
