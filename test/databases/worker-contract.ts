import { SqlAdapter, type SqlConnection } from 'latchkey/adapters/sql'
import { type AdapterReport, runAdapterContract } from 'latchkey/testing'

const tables = ['authenticators', 'sessions', 'accounts', 'users', 'verification_tokens', 'latchkey_record']
const extraUserColumns = ['role', 'phone']

/** Runs the adapter contract inside a Worker. `run` runs a statement on the same database. */
export async function runContractInWorker(
  connection: SqlConnection,
  run: (sql: string) => unknown,
): Promise<AdapterReport> {
  await SqlAdapter(connection).migrate()
  for (const column of extraUserColumns) await run(`alter table users add column ${column} text`)
  const clearTables = async () => {
    for (const table of tables) await run(`delete from ${table}`)
    return { adapter: SqlAdapter(connection), reopen: () => SqlAdapter(connection) }
  }
  return runAdapterContract(clearTables, { name: 'SqlAdapter in a Worker', extraUserColumns })
}
