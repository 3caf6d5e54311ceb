import { SqlAdapter, type SqlConnection } from 'latchkey/adapters/sql'
import { runAdapterContract } from 'latchkey/testing'

type D1 = Extract<SqlConnection, { batch: unknown }>

const tables = ['authenticators', 'sessions', 'accounts', 'users', 'verification_tokens', 'latchkey_record']
const extraUserColumns = ['role', 'phone']

/** Runs the adapter contract inside a Worker, on its D1 binding. */
export default {
  async fetch(_: Request, { DB }: { DB: D1 }): Promise<Response> {
    const run = (sql: string) => DB.prepare(sql).all()
    const adapter = SqlAdapter(DB)
    await adapter.migrate()
    for (const column of extraUserColumns) await run(`alter table users add column ${column} text`)

    const clearTables = async () => {
      for (const table of tables) await run(`delete from ${table}`)
      return { adapter: SqlAdapter(DB), reopen: () => SqlAdapter(DB) }
    }
    return Response.json(
      await runAdapterContract(clearTables, { name: 'SqlAdapter on D1', extraUserColumns: extraUserColumns }),
    )
  },
}
