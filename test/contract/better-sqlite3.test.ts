import Database from 'better-sqlite3'
import { adapterContract } from './adapter.js'
import { onFiles } from './files.js'

adapterContract(
  'SqlAdapter on better-sqlite3',
  onFiles(file => {
    const database = new Database(file)
    database.pragma('foreign_keys = on')
    database.pragma('journal_mode = wal')
    database.pragma('busy_timeout = 0')
    return { connection: database, exec: sql => database.exec(sql), close: () => database.close() }
  }),
)
