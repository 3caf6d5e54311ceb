import Database from 'libsql'
import type { CrashStore } from './describe-random-kills.js'

/** Returns a store on a SQLite file. The program creates its tables. */
export function createSqliteStore(file: string): CrashStore {
  return {
    url: `file:${file}`,
    async count(table) {
      const database = new Database(file)
      const [count] = database.prepare(`select count(*) from ${table}`).pluck().all()
      database.close()
      return Number(count)
    },
  }
}
