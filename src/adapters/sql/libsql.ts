import { asError } from '../../base/as-error.js'
import { AdapterError } from '../../errors.js'
import type { SyncDatabase } from './driver.js'

interface LibsqlDatabase extends SyncDatabase {
  exec(source: string): void
}

type Libsql = new (path: string) => LibsqlDatabase

/**
 * `busy_timeout` stays off because SQLite waits by stopping the process; `retry.ts` waits instead. In WAL mode reads go
 * on while another process writes. `synchronous` stays at FULL, its default: a session that was ended and a link that
 * was used stay so after a power cut.
 */
const settings = ['busy_timeout = 0', 'journal_mode = wal', 'foreign_keys = on']

/** Opens a SQLite file with libsql, the embedded default. */
export function openLibsql(file: string): SyncDatabase {
  const database = connect(loadLibsql(), file)
  try {
    for (const setting of settings) database.exec(`pragma ${setting}`)
  } catch (error) {
    database.close()
    throw error
  }
  return database
}

function connect(Database: Libsql, file: string): LibsqlDatabase {
  try {
    return new Database(file)
  } catch (error) {
    const question = 'Does its folder exist, and may it be written?'
    throw new AdapterError(`The file "${file}" cannot be opened. ${question}`, { err: asError(error) })
  }
}

/**
 * libsql is an optional peer that no bundler may see, for a reachable `import` of an absent package fails the build.
 * A bundler may also have moved this module away from `node_modules`, so the working directory is asked next.
 */
function loadLibsql(): Libsql {
  const require = [import.meta.url, `${process.cwd()}/`].map(requireFrom).find(found => found !== null)
  if (!require) {
    throw new AdapterError(
      'SqlAdapter keeps a "file:" database with the package libsql: npm install libsql kysely',
    )
  }
  try {
    const Database: Libsql = require('libsql')
    return Database
  } catch (error) {
    const advice = 'Install it again, for this platform and with optional dependencies.'
    throw new AdapterError(`The package libsql is there but does not load. ${advice}`, {
      err: asError(error),
    })
  }
}

/** A `require` that finds libsql from this place. */
function requireFrom(place: string): NodeJS.Require | null {
  try {
    const require = process.getBuiltinModule('node:module').createRequire(place)
    require.resolve('libsql')
    return require
  } catch {
    return null
  }
}
