import 'reflect-metadata'
import { entities, getManager, TypeORMAdapter } from '@auth/typeorm-adapter'
import { Column, type DataSourceOptions } from 'typeorm'
import { extraUserColumns, type OpenStore, type Trial } from '../adapter-trial.js'
import { createDatabase } from './postgres.js'

export const trials: Trial[] = [
  {
    adapter: '@auth/typeorm-adapter',
    store: 'PostgreSQL',
    needs: 'postgres',
    limits: { extraUserColumns },
    open,
  },
]

/** Adds custom columns, as `@Column` does in a class of the app. */
for (const name of ['role', 'phone'])
  Column({ type: 'varchar', nullable: true })(entities.UserEntity.prototype, name)

async function open(): Promise<OpenStore> {
  const database = await createDatabase()
  const { user: username, ...address } = database.address
  const dataSource: DataSourceOptions = { type: 'postgres', username, ...address, synchronize: true }
  const adapter = TypeORMAdapter(dataSource)
  await adapter.getUser?.('00000000-0000-4000-8000-000000000000')
  return {
    adapter,
    empty: () => database.empty(),
    async close() {
      await (await getManager({ dataSource, entities })).connection.destroy()
      await database.close()
    },
  }
}
