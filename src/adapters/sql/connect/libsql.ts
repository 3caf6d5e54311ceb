import { asError } from '../../../base/as-error.js'
import { AdapterError } from '../../../errors.js'
import type { Connection } from '../connection.js'
import { load } from './load.js'
import { type SyncDatabase, syncConnection } from './sync.js'

interface LibsqlDatabase extends SyncDatabase {
  close(): void
}

type Libsql = new (path: string) => LibsqlDatabase

/**
 * `busy_timeout` stays off because SQLite waits by stopping the process; `retry.ts` waits instead. In WAL mode reads go
 * on while another process writes. `synchronous` stays at FULL, its default: a session that was ended and a link that
 * was used stay so after a power cut. Of a big file, 64 MB hold the pages on the way to every session and those of the
 * people who are there; a small one takes no more than its size.
 */
const settings = ['busy_timeout = 0', 'journal_mode = wal', 'foreign_keys = on', 'cache_size = -65536']

/** Opens a SQLite file with libsql, the embedded default. */
export function openLibsql(file: string): Connection {
  const database = create(load<Libsql>({ name: 'libsql', keeps: 'a "file:" database' }), file)
  try {
    for (const setting of settings) database.exec(`pragma ${setting}`)
  } catch (error) {
    database.close()
    throw error
  }
  return { ...syncConnection(database), close: async () => database.close() }
}

function create(Database: Libsql, file: string): LibsqlDatabase {
  try {
    return new Database(file)
  } catch (error) {
    const question = 'Does its folder exist, and may it be written?'
    throw new AdapterError(`The file "${file}" cannot be opened. ${question}`, { err: asError(error) })
  }
}
