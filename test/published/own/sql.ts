import { onBetterSqlite } from '../../contract/better-sqlite3.js'
import { onSqlite } from '../../contract/sqlite.js'
import { aDatabase, aSchema, onPglite, subjectsIn } from '../../databases/stores.js'
import { urlOf } from '../servers.js'
import type { Trial } from '../store.js'
import { trial } from './sql-trial.js'

const onPostgres = subjectsIn(
  () => aSchema(urlOf('postgres')),
  async ({ url }) => ({ connection: url }),
)
const onMariadb = subjectsIn(
  () => aDatabase(urlOf('mysql')),
  async ({ url }) => ({ connection: url }),
)

export const trials: Trial[] = [
  trial('SQLite (libsql)', onSqlite),
  trial('SQLite (better-sqlite3)', onBetterSqlite),
  trial('PGlite', onPglite()),
  { ...trial('PostgreSQL', onPostgres), needs: 'postgres' },
  { ...trial('MariaDB', onMariadb), needs: 'mysql' },
]
