import { SqlAdapter } from 'latchkey/adapters/sql'
import type { AdapterUnderTest } from 'latchkey/testing'
import Database from 'libsql'
import { extraUserColumns } from './sqlite-file-adapter.js'
import { openTempStore } from './temp-store.js'

/** Creates an adapter on a new SQLite file with custom user columns. */
export function createOnSqlite(): Promise<Required<AdapterUnderTest>> {
  return openTempStore(openStore)
}

async function openStore(file: string): Promise<Required<AdapterUnderTest>> {
  const open: SqlAdapter[] = []

  async function reopenAdapter() {
    const adapter = SqlAdapter(`file:${file}`)
    open.push(adapter)
    return adapter
  }

  await createTables(file)
  addColumns(file)
  return {
    adapter: await reopenAdapter(),
    reopen: reopenAdapter,
    async close() {
      for (const adapter of open) await adapter.close()
    },
  }
}

async function createTables(file: string) {
  await using adapter = SqlAdapter(`file:${file}`)
  await adapter.getUser('')
}

/** Adds custom columns, as a migration of the app does. */
function addColumns(file: string) {
  const database = new Database(file)
  for (const column of extraUserColumns) database.exec(`alter table users add column ${column} text`)
  database.close()
}
