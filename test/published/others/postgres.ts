import pg from 'pg'
import { createPostgresDatabase } from '../servers.js'

/** A new, empty database. */
export interface Database {
  readonly address: { host: string; port: number; user: string; password?: string; database: string }
  query(text: string): Promise<unknown>
  /** Deletes the rows of all tables. */
  empty(): Promise<void>
  close(): Promise<void>
}

export async function createDatabase(): Promise<Database> {
  const { hostname, port, username, password, pathname } = new URL(await createPostgresDatabase())
  const account = password ? { user: username, password } : { user: username }
  const address = { host: hostname, port: Number(port || 5432), ...account, database: pathname.slice(1) }
  const pool = new pg.Pool(address)
  return {
    address,
    query: text => pool.query(text),
    async empty() {
      const { rows } = await pool.query("select tablename from pg_tables where schemaname = 'public'")
      await pool.query(`truncate ${rows.map(({ tablename }) => `"${tablename}"`).join(', ')}`)
    },
    close: () => pool.end(),
  }
}
