import { toError } from '../../../base/to-error.js'
import { AdapterError } from '../../../errors.js'
import type { Connection } from '../connection.js'
import { loadDriver } from './load-driver.js'
import { type SyncDatabase, wrapSyncSqlite } from './sync-sqlite.js'

interface LibsqlDatabase extends SyncDatabase {
  close(): void
}

type LibsqlConstructor = new (path: string) => LibsqlDatabase

/**
 * `busy_timeout` stays off because SQLite waits by stopping the process; `retry-while-locked.ts` waits instead. In WAL mode reads go
 * on while another process writes. `synchronous` stays at FULL, its default: a session that was ended and a link that
 * was used stay so after a power cut. Of a big file, 64 MB hold the pages on the way to every session and those of the
 * people who are there; a small one takes no more than its size.
 */
const pragmas = ['busy_timeout = 0', 'journal_mode = wal', 'foreign_keys = on', 'cache_size = -65536']

/** Opens a SQLite file with libsql, the embedded default. */
export function connectLibsql(file: string): Connection {
  const database = createDatabase(
    loadDriver<LibsqlConstructor>({ name: 'libsql', purpose: 'a "file:" database' }),
    file,
  )
  try {
    for (const pragma of pragmas) database.exec(`pragma ${pragma}`)
  } catch (error) {
    database.close()
    throw error
  }
  return { ...wrapSyncSqlite(database), close: async () => database.close() }
}

function createDatabase(Database: LibsqlConstructor, file: string): LibsqlDatabase {
  try {
    return new Database(file)
  } catch (error) {
    const hint = 'Does its folder exist, and may it be written?'
    throw new AdapterError(`The file "${file}" cannot be opened. ${hint}`, { err: toError(error) })
  }
}
