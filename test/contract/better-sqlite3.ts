import Database from 'better-sqlite3'
import { onFiles } from './files.js'

/** Subjects on files of better-sqlite3. */
export const onBetterSqlite = onFiles(file => {
  const database = new Database(file)
  database.pragma('foreign_keys = on')
  database.pragma('journal_mode = wal')
  database.pragma('busy_timeout = 0')
  return { connection: database, exec: sql => database.exec(sql), close: () => database.close() }
})
