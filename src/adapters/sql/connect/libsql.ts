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
 * `busy_timeout` is off because SQLite waits by blocking the process; `retry-on-contention.ts` waits instead. In WAL mode,
 * reads continue while another process writes. `synchronous` stays at FULL, its default, so that a deleted session and a
 * used token stay so after a power failure. For a large file, a cache of 64 MB holds the index pages of all sessions and
 * the rows of active users. A small file uses no more memory than its size.
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
    const hint = 'Check that its folder exists and is writable.'
    throw new AdapterError(`The SQLite file "${file}" cannot be opened. ${hint}`, { err: toError(error) })
  }
}
