import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { SqlAdapter, type SqlConnection } from 'latchkey/adapters/sql'
import type { AdapterUnderTest } from 'latchkey/testing'

/** Text columns that the app added to its users. */
export const extraUserColumns = ['role', 'phone']

export type MakeSubject = () => Promise<AdapterUnderTest>

/** A connection to a SQLite file, as an app opens it. */
interface Opened {
  readonly connection: SqlConnection
  exec(sql: string): unknown
  close(): unknown
}

/** Subjects for the contract, each on a file of its own. */
export function onFiles(open: (file: string) => Opened): MakeSubject {
  return async () => {
    const folder = await mkdtemp(join(tmpdir(), 'latchkey-contract-'))
    const file = join(folder, 'app.db')
    const all: Opened[] = []

    async function openAgain() {
      const opened = open(file)
      all.push(opened)
      const adapter = SqlAdapter(opened.connection)
      return { adapter, exec: opened.exec }
    }

    const { adapter: first, exec } = await openAgain()
    await first.migrate()
    for (const column of extraUserColumns) exec(`alter table users add column ${column} text`)
    return {
      adapter: first,
      reopen: async () => (await openAgain()).adapter,
      async close() {
        for (const opened of all) opened.close()
        await rm(folder, { recursive: true })
      },
    }
  }
}
