import { createOnBetterSqlite } from '../../contract/better-sqlite3.js'
import { createOnSqlite } from '../../contract/sqlite-adapter.js'
import {
  createAdapterFactory,
  createDatabase,
  createOnPglite,
  createSchema,
} from '../../databases/test-databases.js'
import type { Trial } from '../adapter-trial.js'
import { getServerUrl } from '../servers.js'
import { createTrial } from './sql-trial.js'

const onPostgres = createAdapterFactory(
  () => createSchema(getServerUrl('postgres')),
  async ({ url }) => ({ connection: url }),
)
const onMariadb = createAdapterFactory(
  () => createDatabase(getServerUrl('mysql')),
  async ({ url }) => ({ connection: url }),
)

export const trials: Trial[] = [
  createTrial('SQLite (libsql)', createOnSqlite),
  createTrial('SQLite (better-sqlite3)', createOnBetterSqlite),
  createTrial('PGlite', createOnPglite()),
  { ...createTrial('PostgreSQL', onPostgres), needs: 'postgres' },
  { ...createTrial('MariaDB', onMariadb), needs: 'mysql' },
]
