import SequelizeAdapter, { models } from '@auth/sequelize-adapter'
import { DataTypes, Sequelize } from 'sequelize'
import { extraUserColumns, type OpenStore, type Trial, withBothOptions } from '../adapter-trial.js'
import { createDatabase } from './postgres.js'

export const trials: Trial[] = withBothOptions({
  adapter: '@auth/sequelize-adapter',
  store: 'PostgreSQL',
  needs: 'postgres',
  limits: { extraUserColumns },
  open,
})

type Models = NonNullable<NonNullable<Parameters<typeof SequelizeAdapter>[1]>['models']>
type UserModel = NonNullable<Models['User']>

async function open(): Promise<OpenStore> {
  const database = await createDatabase()
  const { user: username, ...address } = database.address
  const sequelize = new Sequelize({ dialect: 'postgres', username, ...address, logging: false })
  const customColumns = { role: DataTypes.STRING, phone: DataTypes.STRING }
  const User = sequelize.define(
    'user',
    { ...models.User, ...customColumns },
    { underscored: true, timestamps: false },
  )
  const adapter = SequelizeAdapter(sequelize, { models: { User: User as UserModel } })
  await sequelize.sync()
  return {
    adapter,
    empty: () => database.empty(),
    async close() {
      await sequelize.close()
      await database.close()
    },
  }
}
