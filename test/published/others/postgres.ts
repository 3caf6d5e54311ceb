import pg from 'pg'
import { portOf } from '../servers.js'

/** A new, empty database. */
export interface Database {
  readonly address: { host: string; port: number; user: string; database: string }
  query(text: string): Promise<unknown>
  /** Forgets the rows of all tables. */
  empty(): Promise<void>
  close(): Promise<void>
}

let databases = 0

export async function postgresDatabase(): Promise<Database> {
  const database = `other-${databases++}`
  const port = portOf('postgres')
  const server = { host: '127.0.0.1', port, user: 'test' }
  const first = new pg.Client({ ...server, database: 'postgres' })
  await first.connect()
  await first.query(`create database "${database}"`)
  await first.end()

  const address = { ...server, database }
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
