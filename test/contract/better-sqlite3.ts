import Database from 'better-sqlite3'
import { createFileAdapterFactory } from './sqlite-file-adapter.js'

/** Creates adapters on better-sqlite3 files. */
export const createOnBetterSqlite = createFileAdapterFactory(file => {
  const database = new Database(file)
  database.pragma('foreign_keys = on')
  database.pragma('journal_mode = wal')
  database.pragma('busy_timeout = 0')
  return { connection: database, exec: sql => database.exec(sql), close: () => database.close() }
})
