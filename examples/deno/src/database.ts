import { DatabaseSync } from 'node:sqlite'
import { SqlAdapter } from 'latchkey/adapters/sql'

const database = new DatabaseSync((process.env.DATABASE_URL ?? 'file:./app.db').replace(/^file:/, ''))
database.exec('pragma journal_mode = wal; pragma busy_timeout = 5000')

/** Stores users and sessions in SQLite. The first query creates the tables. */
export const adapter = SqlAdapter(database)
