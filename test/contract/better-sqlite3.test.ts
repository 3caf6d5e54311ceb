import Database from 'better-sqlite3'
import { describeAdapter } from 'latchkey/testing'
import { onFiles, ownUserColumns } from './files.js'
import { runner } from './runner.js'

describeAdapter(
  runner,
  onFiles(file => {
    const database = new Database(file)
    database.pragma('foreign_keys = on')
    database.pragma('journal_mode = wal')
    database.pragma('busy_timeout = 0')
    return { connection: database, exec: sql => database.exec(sql), close: () => database.close() }
  }),
  { name: 'SqlAdapter on better-sqlite3', ownUserColumns },
)
