import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { SqlAdapter } from 'latchkey/adapters/sql'
import type { AdapterUnderTest } from 'latchkey/testing'
import Database from 'libsql'
import { extraUserColumns } from './files.js'

/** A SQLite file of its own, with the columns that an app added. */
export async function onSqlite(): Promise<Required<AdapterUnderTest>> {
  const folder = await mkdtemp(join(tmpdir(), 'latchkey-contract-'))
  const file = join(folder, 'app.db')
  const open: SqlAdapter[] = []

  async function openAgain() {
    const adapter = SqlAdapter(`file:${file}`)
    open.push(adapter)
    return adapter
  }

  await createTables(file)
  addColumns(file)
  return {
    adapter: await openAgain(),
    reopen: openAgain,
    async close() {
      for (const adapter of open) await adapter.close()
      await rm(folder, { recursive: true })
    },
  }
}

async function createTables(file: string) {
  await using adapter = SqlAdapter(`file:${file}`)
  await adapter.getUser('')
}

/** As an app does it in a migration of its own. */
function addColumns(file: string) {
  const database = new Database(file)
  for (const column of extraUserColumns) database.exec(`alter table users add column ${column} text`)
  database.close()
}
