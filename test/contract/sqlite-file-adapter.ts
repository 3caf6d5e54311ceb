import { SqlAdapter, type SqlConnection } from 'latchkey/adapters/sql'
import type { AdapterUnderTest } from 'latchkey/testing'
import { openTempStore } from './temp-store.js'

/** Custom text columns of the users table. */
export const extraUserColumns = ['role', 'phone']

export type CreateAdapter = () => Promise<AdapterUnderTest>

/** A connection to a SQLite file. */
interface Opened {
  readonly connection: SqlConnection
  exec(sql: string): unknown
  close(): unknown
}

/** Returns a factory of adapters under test, each on a new file. */
export function createFileAdapterFactory(open: (file: string) => Opened): CreateAdapter {
  return () => openTempStore(file => openStore(() => open(file)))
}

async function openStore(open: () => Opened): Promise<AdapterUnderTest> {
  const all: Opened[] = []

  async function reopenAdapter() {
    const opened = open()
    all.push(opened)
    const adapter = SqlAdapter(opened.connection)
    return { adapter, exec: opened.exec }
  }

  const { adapter: first, exec } = await reopenAdapter()
  await first.migrate()
  for (const column of extraUserColumns) exec(`alter table users add column ${column} text`)
  return {
    adapter: first,
    reopen: async () => (await reopenAdapter()).adapter,
    close() {
      for (const opened of all) opened.close()
    },
  }
}
